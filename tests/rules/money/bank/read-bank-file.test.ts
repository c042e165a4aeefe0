import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BANK_FILE_BYTES, BANK_LINES_MAX, UnreadableBankFile } from '#app/rules/money/bank/bank-line.ts'
import { readBankCsv } from '#app/rules/money/bank/read-bank-csv.server.ts'
import { readBankFile } from '#app/rules/money/bank/read-bank-file.server.ts'
import { camt, mt940 } from '../../../support/bank-files.ts'

const read = (text: string, unit: 'IRR' | 'IRT' | 'EUR' = 'EUR') => readBankFile(new TextEncoder().encode(text), unit)
function refusal(text: string | Uint8Array, unit: 'IRR' | 'IRT' | 'EUR' = 'EUR') {
  try {
    readBankFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, unit)
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableBankFile)
      return [error.key, ...(error.line === undefined ? [] : [error.line])].join(' ')
    throw error
  }
}
const LINES = [
  { on: '2026-12-01', amount: 125_050, reference: 'PO-3-7', name: 'Savari GmbH', text: 'Payout & more' },
  { on: '2026-12-02', amount: -990, reference: 'B-77', name: '', text: 'Fee' },
]

describe('CAMT.053', () => {
  test('gives booked entries with sign, number, name and text, and the balances', () => {
    expect(read(camt(LINES))).toEqual({
      ...{ format: 'CAMT053', account: 'DE89370400440532013000', currency: 'EUR', lines: LINES },
      ...{ from: '2026-11-30', to: '2026-12-02', opening: 100_000, closing: 224_060 },
    })
  })

  test('without prefix or with one, in rial, only booked', () => {
    const rial = camt([{ ...LINES[0]!, amount: 125_050 }], { currency: 'IRR' })
    expect(read(rial).lines[0]?.amount).toBe(125)
    expect(read(rial.replaceAll(/<(\/?)(\w)/g, '<$1ns:$2').replace('<ns:?', '<?')).lines).toHaveLength(1)
    expect(read(camt(LINES).replace('<Sts>BOOK</Sts>', '<Sts><Cd>PDNG</Cd></Sts>')).lines).toHaveLength(1)
  })

  test('is refused with declarations, broken, of other documents, accounts or currencies, or too long', () => {
    const bomb = camt(LINES).replace('<Document', '<!DOCTYPE x [<!ENTITY a "aaaa">]><Document')
    expect(refusal(bomb)).toBe('bank_file_declarations')
    expect(refusal(camt(LINES).replace('<Document', '<!ENTITY x SYSTEM "file:///etc/passwd"><Document'))).toBe(
      'bank_file_declarations',
    )
    expect(refusal(camt(LINES).replace('</Stmt>', ''))).toMatch(/^bank_file_xml \d+$/)
    expect(refusal('<html><body>Sign in</body></html>')).toBe('bank_file_unknown')
    expect(refusal(camt(LINES, { currency: 'CHF' }))).toBe('bank_file_currency')
    expect(refusal(camt(LINES).replace('Ccy="EUR"', 'Ccy="CHF"'))).toBe('bank_file_currencies')
    expect(refusal(camt(LINES).replace('1250.50', '1250.505'))).toBe('bank_file_entry 1')
    expect(refusal(camt(Array(BANK_LINES_MAX + 1).fill(LINES[1])))).toBe('bank_file_lines')
    expect(refusal(new Uint8Array(BANK_FILE_BYTES + 1))).toBe('bank_file_size')
    expect(refusal('')).toBe('bank_file_empty')
  })
})

describe('MT940', () => {
  test('gives the same lines', () => {
    expect(read(mt940(LINES))).toEqual({
      ...{ format: 'MT940', account: '37040044/0532013000', currency: 'EUR', lines: LINES },
      ...{ from: '2026-11-30', to: '2026-12-02', opening: 100_000, closing: 224_060 },
    })
  })

  test('with reversals, plain details, and a booking day in another year', () => {
    const file = [
      ':20:X',
      ':25:IR06',
      ':60F:C261231IRR1000,',
      ':61:2612310102RC500,NMSCNONREF//77',
      ':86:wages',
      'of December',
      ':61:270102RD20,NMSCX1',
      ':62F:C270102IRR520,',
      '-',
    ].join('\r\n')
    expect(read(file).lines).toEqual([
      { on: '2027-01-02', amount: -50, reference: '77', name: '', text: 'wages of December' },
      { on: '2027-01-02', amount: 2, reference: 'X1', name: '', text: '' },
    ])
    expect(refusal(file.replace('RC500,', 'RCx,'))).toBe('bank_file_line 4')
  })
})

describe('CSV', () => {
  test('of a German bank: semicolons, decimal comma, Windows-1252, lines before the head', () => {
    const text =
      'Konto;DE89\n\nBuchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag (€);Kundenreferenz\n01.12.26x;;;;\n'
    expect(refusal(text)).toBe('bank_file_line 4')
    const good = text.replace('01.12.26x;;;;', '01.12.2026;Miete;Jörg Müller;-1.234,56;R-1')
    const bytes = Uint8Array.from(good.replace('€', '\x80'), (sign) => sign.charCodeAt(0))
    expect(readBankFile(bytes, 'EUR').lines).toEqual([
      { on: '2026-12-01', amount: -123_456, reference: 'R-1', name: 'Jörg Müller', text: 'Miete' },
    ])
  })

  test('of an Iranian bank: rial, days of its calendar, its digits, two columns of amounts', () => {
    const text =
      'تاریخ,شرح,واریز (ریال),برداشت (ریال),شماره پیگیری\n۱۴۰۵/۰۹/۱۲,کارت به کارت,"۱۲٬۵۰۰٬۰۰۰",,۶۰۳۷۱۱\n۱۴۰۵/۰۹/۱۳,کارمزد,0,5000,\n'
    expect(read(text, 'IRR').lines).toEqual([
      { on: '2026-12-03', amount: 1_250_000, reference: '۶۰۳۷۱۱', name: '', text: 'کارت به کارت' },
      { on: '2026-12-04', amount: -500, reference: '', name: '', text: 'کارمزد' },
    ])
  })

  test('reads amounts by groups of three, and refuses what is no amount of its currency', () => {
    const amountOf = (written: string, unit: 'EUR' | 'IRR' = 'EUR') =>
      readBankCsv(`date;amount\n2026-11-02;${written}`, unit).lines[0]?.amount
    expect([amountOf('1.234,56'), amountOf('1,234.56-'), amountOf('12.3400'), amountOf('-1.234')]).toEqual([
      123_456, -123_456, 1234, -123_400,
    ])
    for (const written of ['100,00 USD', '1.23.456', '12.3456', '100 IRR'])
      expect(() => amountOf(written), written).toThrow('bank_file_line')
    expect(amountOf('12,000 IRR', 'IRR')).toBe(1200)
    expect(() => readBankCsv('date;amount\n1999-11-02;5', 'EUR')).toThrow('bank_file_line')
  })

  test('is refused quickly however its cells look', () => {
    const before = process.cpuUsage().user
    expect(() => readBankCsv(`${'('.repeat(4900)}\n`.repeat(400), 'EUR')).toThrow('bank_file_columns')
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(800)
  })

  test('without columns it knows it says so', () => {
    expect(refusal('a,b\n1,2')).toBe('bank_file_columns')
    expect(refusal('Date,Amount\n')).toBe('bank_file_empty')
    expect(refusal('Date,Amount\n2026-13-01,5')).toBe('bank_file_line 2')
  })
})

test('any lines are read back from each format', () => {
  const texts = fc
    .stringMatching(/^[A-Za-z0-9&<>'"ÄÖÜäöü ]{0,30}$/)
    .map((text) => text.trim().replaceAll(/ {2,}/g, ' '))
  const any = fc.record({
    on: fc.integer({ min: 0, max: 27 }).map((n) => `2026-12-${String(n + 1).padStart(2, '0')}`),
    amount: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((n) => n !== 0),
    reference: fc.stringMatching(/^[A-Z0-9]{1,12}$/).filter((text) => text !== 'NOTPROVIDED' && text !== 'NONREF'),
    ...{ name: texts, text: texts },
  })
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 20 }), (lines) => {
      expect(read(camt(lines)).lines).toEqual(lines)
    }),
    { numRuns: 100 },
  )
})

test('whatever is sent, it is read or refused', () => {
  const pieces = fc.constantFrom(
    ':61:',
    ':86:',
    '<Ntry>',
    '<Document>',
    '261201',
    'C',
    '1,',
    ';',
    '\n',
    '"',
    'Date,Amount',
    ':60F:C261201EUR1,',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      expect(typeof refusal(parts.join(''))).toBe('string')
    }),
    { numRuns: 300 },
  )
})
