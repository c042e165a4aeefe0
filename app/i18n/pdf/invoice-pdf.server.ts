import type { Language } from '#app/rules/constants.ts'
import type { PaymentStatus } from '#app/rules/money/payment/payment-status.ts'
import { billLineText, dayReasonTexts } from '../format/bill-line.ts'
import { commaOf } from '../format/comma.ts'
import {
  type InvoiceFact,
  type InvoicePayment,
  invoiceAmounts,
  invoiceParties,
  rentalFacts,
  type Seller,
} from '../format/invoice-lines.ts'
import { formatMoney } from '../format/money.ts'
import { numberIn } from '../text/ltr-text.ts'
import { textFor } from '../text/texts.server.ts'
import { LEADING, PdfPage, SIZE } from './pdf-page.server.ts'

type Payment = InvoicePayment & {
  status: PaymentStatus
  card_return: 'WAITING' | 'UNANSWERED' | 'DONE' | 'REFUSED' | null
}

type Invoice = {
  payment: Payment
  /** As people read it: SV-F000017. */
  number: string
  issuedAt: string
  /** Of the numbers of invoices. */
  prefix: string
  brand: string
  seller: Seller
  taxPercent: number | undefined
}

/** The shares of a bill's label and amount. */
const BILL = { shares: [0.72, 0.28], amountsFrom: 1 }

/** A payment's invoice or credit note as a PDF on A4. It says the same as `InvoiceDocument`. */
export function invoicePdf(invoice: Invoice, language: Language): Promise<Buffer> {
  const { payment, number, brand, taxPercent, ...issued } = invoice
  const t = textFor(language, 'trips')
  const words = { t, language }
  const page = new PdfPage(language, number)
  page.text(`\u2068${brand}\u2069`, { font: 'regular', size: SIZE.text })
  page.text(t(payment.credit ? 'meta.credit' : 'meta.invoice', { number: numberIn(language, number) }), {
    font: 'bold',
    size: SIZE.title,
  })
  page.rule()
  addFacts(page, invoiceParties(payment, issued, words), language)
  if (payment.rental) addRental(page, { payment, rental: payment.rental, language })
  const { lines, sums } = invoiceAmounts(payment, taxPercent, words)
  const status = payment.card_return ? t(`cardReturn.${payment.card_return}`) : t(`status.${payment.status}`)
  addTitle(page, payment.credit ? t('credit.amounts') : `${t('invoice.thisPayment')} · ${status}`)
  const amount = (sum: number) => formatMoney(sum, payment.currency, language)
  for (const line of lines) page.row([line.label, amount(line.amount)], BILL)
  for (const sum of sums) page.row([sum.label, amount(sum.amount)], { ...BILL, font: 'bold' })
  if (taxPercent === undefined) addNote(page, t('invoice.tax'))
  return page.finish()
}

type Rental = { payment: Payment; rental: NonNullable<Payment['rental']>; language: Language }

function addRental(page: PdfPage, { payment, rental, language }: Rental) {
  const t = textFor(language, 'trips')
  const bill = { t: textFor(language, 'bill'), language }
  const { lines, total, payable_now } = rental
  const amount = (sum: number) => formatMoney(sum, payment.currency, language)
  const hasDayPrices = lines.filter(({ kind }) => kind === 'rent').length > 1
  addTitle(page, t(payment.credit ? 'credit.rental' : 'invoice.rental'))
  addFacts(page, rentalFacts(rental, { t, language }), language)
  if (payment.credit) return
  page.space(SIZE.text)
  for (const line of lines) {
    const reasons = hasDayPrices && line.why ? dayReasonTexts(line.why, bill) : []
    page.row([[billLineText(line, payment.currency, bill), ...reasons].join(' · '), amount(line.amount)], BILL)
  }
  page.row([bill.t('total'), amount(total)], { ...BILL, font: 'bold' })
  page.row([t('invoice.prepayment'), amount(payable_now)], { ...BILL, font: 'bold' })
  if (rental.is_current) addNote(page, t('invoice.changed'))
}

function addTitle(page: PdfPage, title: string) {
  page.keep(4 * SIZE.clause * LEADING)
  page.space(SIZE.text)
  page.text(title, { font: 'bold', size: SIZE.clause })
}

function addNote(page: PdfPage, text: string) {
  page.space(3)
  page.text(text, { font: 'regular', size: SIZE.small })
}

function addFacts(page: PdfPage, facts: readonly InvoiceFact[], language: Language) {
  for (const { label, lines, isCode } of facts) {
    // An override, as groups of Arabic digits would change places even inside an isolate.
    const shown = lines.map((line) => (isCode ? `\u2066\u202d${line}\u202c\u2069` : `\u2068${line}\u2069`))
    page.row([label, shown.join(commaOf(language))], { shares: [0.3, 0.7] })
  }
}
