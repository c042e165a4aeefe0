import type { Kysely } from 'kysely'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import { shownSupplier, supplierOf } from '#app/api/books/supplier.ts'
import { api } from '#app/api/call/context.ts'
import { cardRows } from '#app/api/reservations/read/card.ts'
import { titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { AskedDocument } from '#app/contract/shapes/invoice.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { countryIn } from '#app/i18n/format/country.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { phoneOfHolder } from '#app/rules/identity/holder.ts'
import type { InvoicedParties } from '#app/rules/money/invoice.ts'
import { documentsOf, shownDocument } from './documents.ts'
import { ownPayments } from './own-payments.ts'

/**
 * The payments of the signed-in person with their credit notes, newest first: those of their reservations, and their top-ups (*ours*,
 * for §2 invoices).
 */
export const list = api.payments.list.handler(async ({ input: { page, size }, context }) => {
  const own = await ownPayments(context.deps.db, context.person)
  const { count, rows } = await pageRows(own.orderBy('payment.created_at', 'desc').orderBy('payment.number', 'desc'), {
    page,
    size,
  })
  const documents = await documentsOf(
    context.deps.db,
    rows.map(({ id }) => id),
  )
  const notesOf = (payment: string) =>
    documents
      .filter((one) => one.payment === payment && one.kind === 'CREDIT')
      .map(({ number, amount }) => ({ number, amount }))
  return { count, results: rows.map((row) => ({ ...paymentCard(row), credit_notes: notesOf(row.id) })) }
})

/** One payment as on its invoice or a credit note, for its payer and operators. Throws NOT_FOUND. */
export const read = api.payments.read.handler(({ input, context: { deps, language, payment } }) =>
  shownInvoice(deps.db, payment, { language, asked: input }),
)

/** A payment as on its latest invoice, or on the one or the credit note that is asked for; null if there is no such payment. */
export async function readInvoice(db: Kysely<DB>, payment: string, shown: Shown) {
  const row = await paymentRows(db).where('payment.id', '=', payment).executeTakeFirst()
  return row ? shownInvoice(db, row, shown) : null
}

type Shown = { language: Language; asked: AskedDocument }

async function shownInvoice(
  db: Kysely<DB>,
  payment: Parameters<typeof paymentCard>[0] & PaymentRow,
  { language, asked }: Shown,
) {
  const [documents, { invoice, note }] = await Promise.all([
    documentsOf(db, [payment.id]),
    shownDocument(db, payment.id, asked),
  ])
  const { rental, ...parties } = await partiesOf(db, payment, language)
  const replaced = documents.find(({ kind, number }) => kind === 'INVOICE' && number === invoice?.replaces)
  return {
    ...paymentCard(payment),
    ...parties,
    invoice: invoice && {
      ...{ number: invoice.number, issued_at: invoice.issued_at.toISOString(), amount: invoice.amount },
      replaces: replaced ? { number: replaced.number, issued_at: replaced.issued_at } : null,
    },
    credit: note && {
      ...{ number: note.number, issued_at: note.issued_at.toISOString(), amount: note.amount, reason: note.reason },
    },
    recipient: invoice?.recipient
      ? { ...invoice.recipient, country: countryIn(language, invoice.recipient.country) }
      : null,
    documents: documents.map(({ payment: _, ...document }) => document),
    rental: rental && {
      ...rental,
      ...(invoice?.parties && partiesThen(invoice.parties, language)),
      ...invoice?.rental,
      is_current: !invoice?.rental,
    },
  }
}

/** The payer, and what was paid. */
async function partiesOf(db: Kysely<DB>, payment: PaymentRow, language: Language) {
  if (payment.reservation_id === null) {
    return { payer: await walletOwner(db, payment.wallet_owner ?? '', language), rental: null, zone: null }
  }
  const row = await cardRows(db).where('reservation.id', '=', payment.reservation_id).executeTakeFirstOrThrow()
  const { fullname, phone, email, start_date, end_date, days, lines, total, payable_now } = row
  return {
    zone: row.zone,
    payer: { fullname, phone, email, ...addressOf(row, language) },
    rental: {
      title: titleOf(row, language),
      company: wordingIn(language, row.company_name),
      supplier: await supplierOf(db, row.company_id, language),
      city: nameOf(row, language),
      ...{ start_date, end_date, days, lines, total, payable_now },
    },
  }
}

/** As they were named when the invoice was issued. */
function partiesThen({ vehicle, company, city, supplier }: InvoicedParties, language: Language) {
  return {
    title: titleOf(vehicle, language),
    company: wordingIn(language, company),
    supplier: shownSupplier(supplier, language),
    city: nameOf(city, language),
  }
}

async function walletOwner(db: Kysely<DB>, wallet: string, language: Language) {
  const account = await db
    .selectFrom('account')
    .select(['fullname', 'email', 'address', 'zip_code', 'city', 'country'])
    .where('holder', '=', wallet)
    .executeTakeFirst()
  const { fullname = '', email = null } = account ?? {}
  return { fullname: fullname ?? '', phone: phoneOfHolder(wallet), email, ...addressOf(account, language) }
}

type Address = Record<'address' | 'zip_code' | 'city' | 'country', string | null>

function addressOf(from: Address | undefined, language: Language): Address {
  const { address = null, zip_code = null, city = null, country = null } = from ?? {}
  return { address, zip_code, city, country: country && countryIn(language, country) }
}
