import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { guardNotStaff, roleFor } from '#app/api/reservations/read/own.ts'
import { voucherOf } from '#app/api/reservations/read/voucher/voucher.ts'
import { cancelReservation } from '#app/api/reservations/status/cancel.ts'
import { TAKING } from '#app/db/prices/free.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { billAsShown, changedQuote } from './changed-quote.ts'
import { guardAnswerable, lockQuote, readQuote, stateOf } from './find-quote.ts'
import { shownOffer } from './shown-offer.ts'

/** A quote for whoever has its link; the first reading by anybody but staff is noted. Throws NOT_FOUND. */
export const readOffer = api.reservations.quotes.read.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const now = deps.now()
  const found = await readQuote(db, input.id)
  const { reservation } = found
  const role = person && roleFor(reservation, person)
  const isCustomer = role !== 'COMPANY' && role !== 'OPERATOR'
  if (isCustomer && stateOf(found, now) === 'OPEN')
    await db
      .updateTable('quote')
      .set({ seen_at: now })
      .where('reservation_id', '=', reservation.id)
      .where('seen_at', 'is', null)
      .execute()
  const [voucher, offer, company] = await Promise.all([
    voucherOf(deps, reservation, language),
    shownOffer(db, found, now),
    db.selectFrom('company').select('suspended_at').where('id', '=', reservation.company_id).executeTakeFirstOrThrow(),
  ])
  return { ...voucher, offer, suspended: company.suspended_at !== null }
})

/** The bill with a customer's changes, and whether the vehicle is free for them. */
export const priceOffer = api.reservations.quotes.price.handler(async ({ input, context }) => {
  const { deps } = context
  const { id, ...changes } = input
  const now = deps.now()
  const found = await readQuote(deps.db, id)
  guardAnswerable(found, now)
  const { bill, wanted, gap } = await changedQuote(deps.db, found, { changes, now })
  const shown = billAsShown(found.reservation, bill)
  if (!wanted) return { ...shown, available: true }
  const end = new Date(Date.parse(wanted.end_at) + gap * MINUTE_MS)
  const taken = await deps.db
    .selectFrom('busy')
    .select('id')
    .where('ad_id', '=', found.reservation.ad_id)
    .where('status', 'in', TAKING)
    .where((of) => of.or([of('reservation_id', 'is', null), of('reservation_id', '<>', id)]))
    .where('start_at', '<', end)
    .where('end_at', '>', new Date(wanted.start_at))
    .where((of) => of.or([of('hold_until', 'is', null), of('hold_until', '>', now)]))
    .executeTakeFirst()
  return { ...shown, available: taken === undefined }
})

/** Declines a quote: the reservation is cancelled, its vehicle free. Sent twice it gives the same answer. */
export const declineOffer = api.reservations.quotes.decline.handler(async ({ input, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    const found = await lockQuote(tx, input.id)
    const { reservation } = found
    // Staff withdraw it instead.
    guardNotStaff(reservation, person)
    if (reservation.quote === 'DECLINED') return { id: reservation.id, state: 'DECLINED' as const }
    guardAnswerable(found, deps.now())
    await cancelReservation(deps, tx, { reservation, actor: 'CUSTOMER', reason: input.reason })
    await notify(deps, tx, { kind: 'quoteDeclined', reservation: reservation.id, reason: input.reason ?? '' })
    return { id: reservation.id, state: 'DECLINED' as const }
  })
})
