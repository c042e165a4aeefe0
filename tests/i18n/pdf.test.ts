import { expect, test } from 'vitest'
import { invoicePdf } from '#app/i18n/pdf/invoice-pdf.server.ts'
import { statementPdf } from '#app/i18n/pdf/statement-pdf.server.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { glyphsOf, pagesOf } from '../support/server/pdf.ts'

const WRITTEN: Record<Language, string> = {
  fa: 'اجارهٔ خودروی مرجان (کیش)، پلاک ۱۲',
  en: 'Marjan Rent (Kish), 12',
  ar: 'مرجان لتأجير السيارات، شارع ١٢',
  tr: 'Özgür Yıldırım Şağlı, İstanbul',
  de: 'Jürgen Weißmüller, Königstraße',
}

type Shown = Parameters<typeof invoicePdf>[0]['payment']

function invoiceIn(language: Language, days: number, credit: Shown['credit'] = null) {
  const text = WRITTEN[language]
  const rent = { kind: 'rent', quantity: 1, days: 1, unit: 1_000_000, amount: 1_000_000 } as const
  const payment: Shown = {
    ...{ purpose: 'RESERVATION', reservation: { number: 'SV-48213' }, number: 'SV-P000017', status: 'PAID' },
    invoice: { number: 17, issued_at: '2026-11-28T10:00:00Z', amount: 1_000_000, replaces: null },
    credit,
    recipient: {
      ...{ name: text, country: text, tax_number: 'DE136695976', address: `${text}\n${text}`, order_number: 'PO-4471' },
    },
    ...{ card_return: null, currency: 'IRT', amount: 900_000, wallet_amount: 100_000, gateway: 'saman' },
    ...{ reference: 'RF-7712', trace: null, card: '603799******4471', zone: 'Asia/Tehran' },
    payer: {
      ...{ fullname: text, phone: '+989120000012', email: 'sara@example.com' },
      ...{ address: text, zip_code: '7941893211', city: text, country: text },
    },
    rental: {
      ...{ title: text, company: text, city: text, start_date: '2026-12-03', end_date: '2026-12-08', days },
      supplier: { legal_name: text, legal_id: '14008812345', tax_number: '411-5567-22', address: text },
      lines: [
        ...Array.from({ length: days }, (_, day) => ({ ...rent, why: [{ season: text, percent: 20 + day }] })),
        { kind: 'discount', quantity: 1, unit: -500_000, amount: -500_000 } as const,
      ],
      ...{ total: days * 1_000_000 - 500_000, payable_now: 1_000_000, is_current: true },
    },
  }
  const seller = { name: text, site: 'savari.example', address: text, taxNumber: 'DE123456789' }
  const facts = {
    number: 'SV-F000017',
    prefix: 'SV-F',
    issuedAt: '2026-11-28T10:00:00Z',
    brand: text,
    seller,
    taxPercent: 10,
  }
  return invoicePdf({ payment, ...facts }, language)
}

function statementIn(language: Language, lines: number) {
  const text = WRITTEN[language]
  const line = {
    at: '2026-11-20T08:00:00Z',
    kind: 'RETAINED',
    number: 'SV-48213',
    amount: -123_450,
    balance: 9_000,
  } as const
  return statementPdf(
    {
      company: { name: text, legal_name: null, legal_id: '14008812345', tax_number: null, address: text },
      currency: 'IRT',
      account: { shares: 9_000_000, charges: 0, refunds: -30_000, corrections: 0, payouts: 0, balance: 8_970_000 },
      on_its_way: 400_000,
      count: lines + 1,
      results: Array.from({ length: lines }, () => line),
    },
    { language, brand: text, at: new Date('2026-11-28T10:00:00Z') },
  )
}

test.each(LANGUAGES)(
  'an invoice in %s is on as many pages as it needs, with no letter that the font lacks',
  async (language) => {
    const invoice = await invoiceIn(language, 2)
    expect(pagesOf(invoice)).toBe(1)
    expect(glyphsOf(invoice).length).toBeGreaterThan(300)
    expect(glyphsOf(invoice)).not.toContain('0000')
    expect(pagesOf(await invoiceIn(language, 60))).toBeGreaterThan(1)
  },
)

test.each(LANGUAGES)('a credit note in %s is one page, with no letter that the font lacks', async (language) => {
  const credit = { number: 3, issued_at: '2026-11-29T10:00:00Z', amount: 400_000, reason: 'REFUND' } as const
  const note = await invoiceIn(language, 60, credit)
  expect(pagesOf(note)).toBe(1)
  expect(glyphsOf(note)).not.toContain('0000')
})

test.each(LANGUAGES)(
  'a statement in %s is on as many pages as it needs, with no letter that the font lacks',
  async (language) => {
    const statement = await statementIn(language, 5)
    expect(pagesOf(statement)).toBe(1)
    expect(glyphsOf(statement).length).toBeGreaterThan(200)
    expect(glyphsOf(statement)).not.toContain('0000')
    expect(pagesOf(await statementIn(language, 80))).toBeGreaterThan(2)
  },
)

test('a company without lines has a statement, too', async () => {
  expect(pagesOf(await statementIn('fa', 0))).toBe(1)
})
