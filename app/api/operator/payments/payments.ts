import type { Kysely } from 'kysely'
import { ledgerRows } from '#app/api/books/ledger-rows.ts'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { approvalAbove } from '#app/api/operator/approvals/second-operator.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { phoneOfHolder } from '#app/rules/identity/holder.ts'
import { correctionRows, shownCorrection } from './correction-rows.ts'
import { cardWayOf, refundableOfPayment } from './refunds.ts'

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>

/** Payments of all people, newest first. */
export const payments = api.operator.payments.list.handler(async ({ input, context: { deps } }) => {
  const { page, size, status } = input
  const { count, rows } = await pageRows(
    paymentRows(deps.db)
      .$if(status !== undefined, (query) => query.where('payment.status', '=', status ?? 'REVIEW'))
      .orderBy('payment.created_at', 'desc')
      .orderBy('payment.number', 'desc'),
    { page, size },
    deps.db.selectFrom('payment').$if(status !== undefined, (query) => query.where('status', '=', status ?? 'REVIEW')),
  )
  return { count, results: rows.map(paymentCard) }
})

/** A payment as operators see it: the bank's side, the books' side, and its refunds. Throws NOT_FOUND. */
export const payment = api.operator.payments.read.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const row = await paymentRows(db).where('payment.id', '=', input.id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const card = paymentCard(row)
  const [payer, company, history, ledger, refunds, refundable, above] = await Promise.all([
    payerOf(db, row),
    companyOf(db, row, language),
    historyOf(db, row),
    ledgerOf(db, row, language),
    correctionRows(db).where('payment_id', '=', row.id).orderBy('wallet_correction.id', 'desc').execute(),
    refundableOfPayment(db, row),
    approvalAbove(db, card.currency),
  ])
  return {
    ...{ ...card, payer, company, history, ledger, refundable, card_way: cardWayOf(deps, row, refundable) },
    refunds: refunds.map((refund) => shownCorrection(refund, person.id)),
    approval_above: { currency: card.currency, amount: above },
  }
})

async function payerOf(db: Kysely<DB>, { wallet_owner, reservation_id }: Row) {
  const booked = reservation_id
    ? await db
        .selectFrom('reservation')
        .select(['fullname', 'holder'])
        .where('id', '=', reservation_id)
        .executeTakeFirst()
    : undefined
  const holder = booked?.holder ?? wallet_owner ?? ''
  const account = await db
    .selectFrom('account')
    .select(['id', 'fullname'])
    .where('holder', '=', holder)
    .executeTakeFirst()
  return {
    id: account?.id ?? null,
    fullname: booked?.fullname ?? account?.fullname ?? '',
    phone: phoneOfHolder(holder),
  }
}

async function companyOf(db: Kysely<DB>, { reservation_id }: Row, language: Language) {
  if (reservation_id === null) return null
  const { id, name } = await db
    .selectFrom('reservation')
    .innerJoin('company', 'company.id', 'reservation.company_id')
    .select(['company.id', 'company.name'])
    .where('reservation.id', '=', reservation_id)
    .executeTakeFirstOrThrow()
  return { id, name: wordingIn(language, name) }
}

async function historyOf(db: Kysely<DB>, row: Row) {
  const claimed = await db
    .selectFrom('payment_reference')
    .select(['reference', 'claimed_at'])
    .where('payment_id', '=', row.id)
    .execute()
  const steps = [
    { what: 'CREATED' as const, at: row.created_at, detail: null },
    { what: 'REDIRECTED' as const, at: row.redirected_at, detail: row.token && `${row.token.slice(0, 6)}…` },
    { what: 'TOKEN_ENDS' as const, at: row.token_expires_at, detail: null },
    ...claimed.map(({ reference, claimed_at }) => ({ what: 'CLAIMED' as const, at: claimed_at, detail: reference })),
    { what: 'CHECKED' as const, at: row.checked_at, detail: null },
    { what: 'VERIFIED' as const, at: row.verified_at, detail: row.trace },
    { what: 'SETTLED' as const, at: row.settled_at, detail: row.settled_as },
  ]
  const dated = steps
    .filter(({ at }) => at !== null)
    .sort((one, other) => Number(one.at) - Number(other.at))
    .map(({ what, at, detail }) => ({ what, at: at?.toISOString() ?? null, detail }))
  return row.reason ? [...dated, { what: 'REASON' as const, at: null, detail: row.reason }] : dated
}

/** The entries of the payment, and of the reservation that it paid for. */
async function ledgerOf(db: Kysely<DB>, { id, reservation_id }: Row, language: Language) {
  const rows = await ledgerRows(db)
    .where((of) =>
      of.or([
        of('ledger_transaction.payment_id', '=', id),
        ...(reservation_id ? [of('ledger_transaction.reservation_id', '=', reservation_id)] : []),
      ]),
    )
    .execute()
  return rows.map(({ at, name, ...row }) => ({
    ...row,
    at: at.toISOString(),
    company: name && wordingIn(language, name),
  }))
}
