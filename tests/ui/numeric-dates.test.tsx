import { expect, test } from 'vitest'
import { DayFields } from '#app/features/desk/day-fields.tsx'
import { InvoiceDocument } from '#app/features/payment/invoice/invoice-document.tsx'
import type { InvoiceFacts } from '#app/features/payment/invoice/invoice-facts.ts'
import type { Language } from '#app/rules/constants.ts'
import { render } from '../support/browser/render.tsx'

/** 3 and 7 December 2026 as §9 says, and in Arabic with slashes, as hyphens would reorder its digits. */
const WRITTEN: [Language, string, string][] = [
  ['fa', '۱۴۰۵/۹/۱۲', '۱۴۰۵/۹/۱۶'],
  ['en', '2026-12-03', '2026-12-07'],
  ['ar', '٢٠٢٦/١٢/٠٣', '٢٠٢٦/١٢/٠٧'],
  ['tr', '2026-12-03', '2026-12-07'],
  ['de', '2026-12-03', '2026-12-07'],
]

const PAYMENT = {
  ...{ id: 'p'.repeat(22), number: 'SV-P000017', purpose: 'RESERVATION', reservation: null, status: 'PAID' },
  ...{ amount: 40_000, wallet_amount: 0, currency: 'EUR', gateway: 'yekpay', trace: null, reference: null, card: null },
  ...{ refunded: 0, created_at: '2026-12-03T06:30:00Z', zone: 'Asia/Dubai' },
  payer: {
    ...{ fullname: 'Sara Mohammadi', phone: '+989120000010', email: null },
    ...{ address: null, zip_code: null, city: null, country: null },
  },
  rental: {
    ...{ title: 'Kia Picanto', company: 'Gulf Cars', city: 'Dubai', days: 4, lines: [], total: 40_000 },
    ...{ supplier: { legal_name: null, legal_id: null, tax_number: null, address: null }, payable_now: 40_000 },
    ...{ start_date: '2026-12-03', end_date: '2026-12-07' },
  },
} as unknown as InvoiceFacts

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ')

test.each(WRITTEN)('an invoice in %s has numeric dates', (language, start, end) => {
  const seller = { name: 'Savari', site: 'savari.example' }
  const props = {
    payment: PAYMENT,
    number: 'SV-F000017',
    prefix: 'SV-F',
    brand: 'Savari',
    seller,
    taxPercent: undefined,
  }
  const text = textOf(render(language, <InvoiceDocument {...props} issuedAt="2026-12-03T06:30:00Z" />))
  expect(text).toContain(end)
  // The first day of the rental, and the day on which the invoice was issued.
  expect(text.split(start)).toHaveLength(3)
})

test.each(WRITTEN)('the days of a list’s filter in %s have a numeric example', (language, start) => {
  const html = render(language, <DayFields from={undefined} to={undefined} />)
  expect(textOf(html).split(start)).toHaveLength(3)
})
