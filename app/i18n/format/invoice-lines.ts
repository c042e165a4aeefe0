import type { Text } from '#app/i18n/text/text-types.ts'
import { type CurrencyCode, type GatewayName, HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import type { CreditReason } from '#app/rules/money/invoice.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import type { BillLine } from '#app/rules/money/price.ts'
import type { Recipient } from '#app/rules/money/recipient.ts'
import { includedTax } from '#app/rules/money/tax.ts'
import { numberIn } from '../text/ltr-text.ts'
import { formatDate, formatInstant } from './dates.ts'
import { localDigits } from './numerals.ts'

type Words = { t: Text<'trips'>; language: Language }
type Purpose = {
  purpose: 'RESERVATION' | 'CHANGE' | 'CHARGE' | 'PART' | 'DEPOSIT' | 'TOP_UP'
  reservation: { number: string } | null
}

/** What an invoice says of a payment; amounts are in the minor unit, dates ISO. */
export type InvoicePayment = Purpose & {
  number: string
  currency: CurrencyCode
  amount: number
  wallet_amount: number
  /** Null for a reader who only sees that it was paid online. */
  gateway: GatewayName | 'wallet' | null
  reference: string | null
  trace: string | null
  card: string | null
  invoice: { number: number; issued_at: string; amount: number; replaces: Issued | null } | null
  /** Makes it a credit note of `invoice`. */
  credit: (Issued & { amount: number; reason: CreditReason }) | null
  zone: string | null
  payer: Record<'fullname' | 'phone', string> &
    Record<'email' | 'address' | 'zip_code' | 'city' | 'country', string | null>
  recipient: Recipient | null
  rental: {
    title: string
    company: string
    supplier: Record<'legal_name' | 'legal_id' | 'tax_number' | 'address', string | null>
    city: string
    start_date: string
    end_date: string
    days: number
    lines: readonly BillLine[]
    total: number
    payable_now: number
    is_current: boolean
  } | null
}

type Issued = { number: number; issued_at: string }

/** What stands before the numbers of invoices and of credit notes. */
export interface NumberPrefixes {
  prefix: string
  creditPrefix: string
}

/** Who runs the marketplace, as configured. */
export interface Seller {
  name: string
  site: string
  address?: string | undefined
  taxNumber?: string | undefined
  registration?: string | undefined
}

/** A name and its value; further lines are below the first one. A code reads from left to right in every language. */
export type InvoiceFact = { key: string; label: string; lines: string[]; isCode?: boolean }

/** An invoice's number as people read it: SV-F000017. */
export function invoiceNumber(number: number, prefix: string): string {
  return prefix + String(number).padStart(6, '0')
}

/** The number and the day of the document that is shown: of the credit note, or of the invoice; null if there is none. */
export function documentOf(
  { invoice, credit }: Pick<InvoicePayment, 'invoice' | 'credit'>,
  { prefix, creditPrefix }: NumberPrefixes,
): { number: string; issuedAt: string } | null {
  if (credit) return { number: invoiceNumber(credit.number, creditPrefix), issuedAt: credit.issued_at }
  return invoice && { number: invoiceNumber(invoice.number, prefix), issuedAt: invoice.issued_at }
}

/** Says what a payment is for. */
export function purposeText({ purpose, reservation }: Purpose, { t, language }: Words): string {
  if (!reservation || purpose === 'TOP_UP') return t('purpose.TOP_UP')
  return t(`purpose.${purpose}`, { number: numberIn(language, reservation.number) })
}

/** The same on its invoice: of a deposit only what was kept has one. */
function invoicedText({ purpose, reservation }: Purpose, words: Words): string {
  if (purpose !== 'DEPOSIT' || !reservation) return purposeText({ purpose, reservation }, words)
  return words.t('purpose.DEPOSIT_KEPT', { number: numberIn(words.language, reservation.number) })
}

/** Who sells to whom, and how it was paid. */
export function invoiceParties(
  payment: InvoicePayment,
  { seller, issuedAt, prefix }: { seller: Seller; issuedAt: string; prefix: string },
  { t, language }: Words,
): InvoiceFact[] {
  const { payer, recipient, rental, trace, reference, card } = payment
  const codes = {
    legalId: rental?.supplier.legal_id,
    supplierTax: rental?.supplier.tax_number,
    ...{ taxNumber: seller.taxNumber, registration: seller.registration },
    ...{ recipientTax: recipient?.tax_number, order: recipient?.order_number },
    ...{ email: payer.email, trace: trace ?? reference, card },
  }
  const code = (key: keyof typeof codes): InvoiceFact[] => {
    const value = codes[key]
    if (!value) return []
    return [
      {
        key,
        label: t(`invoice.${key}`),
        lines: [key === 'email' ? value : localDigits(value, language)],
        isCode: true,
      },
    ]
  }
  const party = (key: string, label: string, lines: (string | null | undefined)[]): InvoiceFact => ({
    ...{ key, label },
    lines: lines.filter((line) => typeof line === 'string' && line !== '') as string[],
  })
  return [
    ...(rental
      ? [
          party('supplier', t('invoice.supplier'), [
            rental.supplier.legal_name ?? rental.company,
            rental.supplier.address,
          ]),
          ...code('legalId'),
          ...code('supplierTax'),
        ]
      : []),
    party('seller', t(rental ? 'invoice.onBehalf' : 'invoice.seller'), [
      `${seller.name} (${seller.site})`,
      seller.address,
    ]),
    ...code('taxNumber'),
    ...code('registration'),
    ...(recipient
      ? [
          party('buyer', t('invoice.buyer'), [recipient.name, ...recipient.address.split('\n'), recipient.country]),
          ...code('recipientTax'),
          ...code('order'),
          party('person', t('invoice.person'), [payer.fullname]),
        ]
      : [
          party('buyer', t('invoice.buyer'), [
            payer.fullname,
            payer.address,
            [payer.zip_code && localDigits(payer.zip_code, language), payer.city].filter(Boolean).join(' '),
            payer.country,
          ]),
        ]),
    { key: 'phone', label: t('invoice.phone'), lines: [localDigits(formatPhone(payer.phone), language)], isCode: true },
    ...code('email'),
    party('date', t('invoice.issued'), [timeText(payment, issuedAt, { t, language })]),
    ...referenceFacts(payment, prefix, { t, language }),
    { key: 'number', label: t('invoice.paymentNumber'), lines: [localDigits(payment.number, language)], isCode: true },
    party('for', t('invoice.for'), [invoicedText(payment, { t, language })]),
    ...code('trace'),
    ...code('card'),
  ]
}

/** Which invoice a credit note credits and why, or which one an invoice replaces. */
function referenceFacts(payment: InvoicePayment, prefix: string, { t, language }: Words): InvoiceFact[] {
  const { invoice, credit } = payment
  const of = credit ? invoice : invoice?.replaces
  if (!of) return []
  const number = numberIn(language, invoiceNumber(of.number, prefix))
  const when = timeText(payment, of.issued_at, { t, language })
  const label = t(credit ? 'credit.of' : 'credit.replaces')
  return [
    { key: 'of', label, lines: [t('credit.number', { number }), when] },
    ...(credit ? [{ key: 'reason', label: t('credit.why'), lines: [t(`credit.reason.${credit.reason}`)] }] : []),
  ]
}

/** What was rented. */
export function rentalFacts(rental: NonNullable<InvoicePayment['rental']>, { t, language }: Words): InvoiceFact[] {
  const start = formatDate(rental.start_date, language, 'numeric')
  const end = formatDate(rental.end_date, language, 'numeric')
  return [
    { key: 'vehicle', label: t('invoice.vehicle'), lines: [rental.title] },
    { key: 'company', label: t('invoice.company'), lines: [rental.company] },
    { key: 'city', label: t('invoice.city'), lines: [rental.city] },
    {
      ...{ key: 'period', label: t('invoice.period') },
      lines: [`${t('dates', { start, end })} (${t('invoice.days', { n: rental.days })})`],
    },
  ]
}

/**
 * What came by which way, and the tax in it, `taxPercent` being undefined where no line of it is printed; a payment by the wallet alone
 * has all of it as its amount. On a credit note all is negative; an invoice that was issued again says its sum alone.
 */
export function invoiceAmounts(payment: InvoicePayment, taxPercent: number | undefined, { t, language }: Words) {
  const { amount, wallet_amount, gateway, credit, invoice } = payment
  const sum = credit ? -credit.amount : (invoice?.amount ?? wholePayment(payment))
  const isWhole = sum === wholePayment(payment)
  const ways = [
    { label: gateway ? t('invoice.byGateway', { gateway: t(`gateway.${gateway}`) }) : t('invoice.online'), amount },
    ...(wallet_amount > 0 ? [{ label: t('invoice.fromWallet'), amount: wallet_amount }] : []),
  ]
  const lines = isWhole ? ways : []
  const sums = [{ label: t(credit ? 'credit.sum' : 'invoice.sum'), amount: sum }]
  if (taxPercent !== undefined) {
    const tax = includedTax(sum, taxPercent)
    const percent = localDigits(String(taxPercent), language)
    sums.push({ label: t('invoice.net'), amount: sum - tax }, { label: t('invoice.taxLine', { percent }), amount: tax })
  }
  return { lines, sums }
}

/** Writes an instant in the zone of the payment's place and names it; a wallet has Tehran's for toman, UTC for euro. */
function timeText({ zone, rental, currency }: InvoicePayment, instant: string, { t, language }: Words): string {
  const [shownZone, place] =
    zone && rental ? [zone, rental.city] : currency === 'IRT' ? [HOME_ZONE, t('invoice.tehran')] : ['UTC', 'UTC']
  return t('invoice.at', { when: formatInstant(new Date(instant), shownZone, language, 'numeric'), place })
}
