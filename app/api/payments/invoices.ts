import type { Kysely } from 'kysely'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import { supplierOf } from '#app/api/books/supplier.ts'
import { api } from '#app/api/call/context.ts'
import { cardRows } from '#app/api/reservations/read/card.ts'
import { titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { countryIn } from '#app/i18n/format/country.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { phoneOfHolder } from '#app/rules/identity/holder.ts'
import { ownPayments } from './own-payments.ts'

/**
 * The payments of the signed-in person, newest first: those of their reservations, and their top-ups (*ours*, for §2
 * invoices).
 */
export const list = api.payments.list.handler(async ({ input: { page, size }, context }) => {
  const own = await ownPayments(context.deps.db, context.person)
  const { count, rows } = await pageRows(own.orderBy('payment.created_at', 'desc').orderBy('payment.number', 'desc'), {
    page,
    size,
  })
  return { count, results: rows.map(paymentCard) }
})

/** One payment as on its invoice, for its payer and operators. */
export const read = api.payments.read.handler(({ context: { deps, language, payment } }) =>
  shownInvoice(deps.db, payment, language),
)

/** A payment as on its invoice, in a language; null if there is no such payment. */
export async function readInvoice(db: Kysely<DB>, payment: string, language: Language) {
  const row = await paymentRows(db).where('payment.id', '=', payment).executeTakeFirst()
  return row ? shownInvoice(db, row, language) : null
}

async function shownInvoice(
  db: Kysely<DB>,
  payment: Parameters<typeof paymentCard>[0] & PaymentRow,
  language: Language,
) {
  const [invoice, parties] = await Promise.all([invoiceOf(db, payment.id), partiesOf(db, payment, language)])
  return { ...paymentCard(payment), invoice, ...parties }
}

async function invoiceOf(db: Kysely<DB>, payment: string) {
  const issued = await db
    .selectFrom('invoice')
    .select(['number', 'issued_at'])
    .where('payment_id', '=', payment)
    .executeTakeFirst()
  return issued ? { number: issued.number, issued_at: issued.issued_at.toISOString() } : null
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
