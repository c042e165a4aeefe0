import { expect, test } from 'vitest'
import { DATEV_COLUMNS, datevFile, windows1252 } from '#app/rules/money/datev.ts'

const HEAD = {
  ...{ consultant: '1001', client: '77', year: '2026-01-01', from: '2026-11-01', to: '2026-11-30', length: 4 },
  at: new Date('2026-12-01T09:15:30.123Z'),
  currency: 'EUR' as const,
}
const ROW = {
  on: '2026-11-09',
  amount: 123_456,
  debit: '1460',
  credit: '8400',
  number: 'SV-17',
  text: 'Miete "bar"; Köln',
}
const linesOf = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes).split('\r\n')

test('a file has the header of version 700, the 125 columns of a Buchungsstapel, and a line for each row', () => {
  const [head, columns, row, last] = linesOf(datevFile([ROW], HEAD))
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261201091530123;;"SV";"";"";1001;77;20260101;4;20261101;20261130;"Savari 2026-11";"";1;0;0;"EUR";;"";;;"";;;"";""',
  )
  expect(DATEV_COLUMNS).toHaveLength(125)
  expect(columns?.split(';')).toEqual(DATEV_COLUMNS)
  const cells = row?.split(';') ?? []
  // One more, because a semicolon is within quotes.
  expect(cells).toHaveLength(126)
  expect(cells.slice(0, 11)).toEqual(['1234,56', '"S"', '"EUR"', '', '', '', '1460', '8400', '', '0911', '"SV-17"'])
  expect(row).toContain('"Miete ""bar""; Köln"')
  expect(last).toBe('')
})

test('an amount that is taken back is on the other side, toman are rial, and the bytes are Windows-1252', () => {
  const [, , row] = linesOf(datevFile([{ ...ROW, amount: -250_000 }], { ...HEAD, currency: 'IRT' }))
  expect(row).toMatch(/^2500000,00;"H";"IRR"/)
  expect([...windows1252('€ä–ž۱')]).toEqual([0x80, 0xe4, 0x96, 0x9e, 0x3f])
})
