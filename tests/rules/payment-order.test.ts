import { expect, test } from 'vitest'
import { sepaOrder } from '#app/rules/payment-order.server.ts'

test('a batch in euro is a SEPA file whose sums agree, with no sign that a bank refuses', () => {
  const xml = sepaOrder({
    id: 'PO-7',
    name: 'Savari',
    at: new Date('2026-12-05T09:30:00Z'),
    own: { iban: 'DE75512108001245126199', bic: 'SOGEDEFFXXX' },
    transfers: [
      { id: 'PO-7-1', name: 'Lale Oto & Söhne <GmbH>', iban: 'DE89370400440532013000', amount: 100_005 },
      { id: 'PO-7-2', name: 'مرجان رنت', iban: 'TR330006100519786457841326', amount: 1 },
    ],
  })
  expect(xml.match(/<CtrlSum>1000\.06<\/CtrlSum>/g)).toHaveLength(2)
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs>')
  expect(xml).toContain('<InstdAmt Ccy="EUR">1000.05</InstdAmt>')
  expect(xml).toContain('<InstdAmt Ccy="EUR">0.01</InstdAmt>')
  expect(xml).toContain('<Nm>Lale Oto Sohne GmbH</Nm>')
  expect(xml).toContain('<Nm>NOTPROVIDED</Nm>')
  expect(xml).toContain('<DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct>')
  expect(xml).toContain('<DbtrAgt><FinInstnId><BIC>SOGEDEFFXXX</BIC></FinInstnId></DbtrAgt>')
  const tags = [...xml.matchAll(/<(\/?)([A-Za-z]+)[^>]*?>/g)].filter(([tag]) => !tag.startsWith('<?'))
  const open: string[] = []
  for (const [, end, name = ''] of tags)
    if (end) expect(open.pop()).toBe(name)
    else open.push(name)
  expect(open).toEqual([])
})
