import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAIN_VERSIONS, sepaOrder } from '#app/rules/money/payment/payment-order.server.ts'
import { rulesBrokenBy } from '../../../support/pain.ts'

const ORDER = {
  id: 'PO-7',
  name: 'Savari',
  at: new Date('2026-12-05T09:30:00Z'),
  executeOn: '2026-12-07',
  own: { iban: 'DE75512108001245126199', bic: 'SOGEDEFFXXX' },
  transfers: [
    { id: 'PO-7-1', name: 'Größe & Müller <GmbH>', iban: 'DE89370400440532013000', amount: 100_005 },
    { id: 'PO-7-2', name: 'مرجان رنت', iban: 'AT611904300234573201', amount: 1 },
  ],
}

test.each(PAIN_VERSIONS)('a batch in euro is a valid file of the published schema of %s', (version) => {
  const xml = sepaOrder({ ...ORDER, version })
  expect(rulesBrokenBy(xml, version)).toEqual([])
  expect(xml.match(/<CtrlSum>1000\.06<\/CtrlSum>/g)).toHaveLength(2)
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs>')
  expect(xml).toContain('<InstdAmt Ccy="EUR">1000.05</InstdAmt>')
  expect(xml).toContain('<Nm>Groesse + Mueller GmbH</Nm>')
  expect(xml).toContain('<Nm>NOTPROVIDED</Nm>')
  expect(xml).toContain(version === 'pain.001.001.09' ? '<BICFI>SOGEDEFFXXX</BICFI>' : '<BIC>SOGEDEFFXXX</BIC>')
  expect(xml).toContain(
    version === 'pain.001.001.09'
      ? '<ReqdExctnDt><Dt>2026-12-07</Dt></ReqdExctnDt>'
      : '<ReqdExctnDt>2026-12-07</ReqdExctnDt>',
  )
  expect(rulesBrokenBy(sepaOrder({ ...ORDER, version, own: { iban: ORDER.own.iban } }), version)).toEqual([])
})

test.each(PAIN_VERSIONS)('the file is valid in %s, whatever the holders are called', (version) => {
  const transfer = fc.record({
    name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.constantFrom('//', '/a//b/', '&'.repeat(90))),
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  })
  fc.assert(
    fc.property(fc.array(transfer, { minLength: 1, maxLength: 5 }), fc.string(), (some, name) => {
      const transfers = some.map((one, at) => ({ ...one, id: `PO-1-${at}`, iban: 'DE89370400440532013000' }))
      expect(rulesBrokenBy(sepaOrder({ ...ORDER, version, name, transfers }), version)).toEqual([])
    }),
  )
})

test('the validator finds errors in a broken file', () => {
  const version = 'pain.001.001.09'
  const good = sepaOrder({ ...ORDER, version })
  const breaks: [string, string][] = [
    ['<NbOfTxs>2<', '<NbOfTxs>3<'],
    ['>1000.05<', '>1000.04<'],
    ['<BICFI>SOGEDEFFXXX', '<BICFI>SOGE'],
    ['DE89370400440532013000', 'DE89370400440532013001'],
    ['<Dt>2026-12-07<', '<Dt>2026-12-06<'],
    ['<Dt>2026-12-07<', '<Dt>2026-12-04<'],
    ['Groesse', 'Größe'],
    ['<PmtMtd>TRF</PmtMtd>', ''],
    ['<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>DEBT</ChrgBr>'],
    ['<EndToEndId>PO-7-1', '<EndToEndId>/PO-7-1'],
    ['001.09"', '001.03"'],
    ['<Nm>Savari</Nm>', `<Nm>${'S'.repeat(71)}</Nm>`],
  ]
  for (const [from, to] of breaks) {
    expect(good, from).toContain(from)
    expect(rulesBrokenBy(good.replace(from, to), version), to).not.toEqual([])
  }
})
