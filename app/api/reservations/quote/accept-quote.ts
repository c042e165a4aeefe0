import { guardBanned } from '#app/api/account/bans.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockVehicle } from '#app/api/reservations/change/apply-change.ts'
import { roleFor } from '#app/api/reservations/read/own.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { guardBlocked } from '#app/api/reservations/reserve/blocked-customer.ts'
import { confirmReservation } from '#app/api/reservations/status/confirm.ts'
import { BUSY } from '#app/db/prices/free.ts'
import { noteEvents, type ReservationRow } from '#app/db/reservation.ts'
import { acceptedHold } from '#app/rules/reservation/quote.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { answerQuote } from './answer-quote.ts'
import { billAsShown, type ChangedQuote, type Changes, changedQuote } from './changed-quote.ts'
import { type FoundQuote, guardAnswerable, lockQuote } from './find-quote.ts'

/**
 * Accepts a quote for whoever has its link: the reservation waits for its prepayment, or is confirmed where all is paid
 * at the pick-up. Of several people with one link the first decides; the others learn that it is accepted, and what
 * stands. The price that was quoted holds. Throws QUOTE_OVER, COMPANY_SUSPENDED, INVALID_FIELDS beyond the bounds,
 * VEHICLE_TAKEN for other hours that somebody else has, PRICE_CHANGED where another total was shown. Source: issue 19,
 * A.
 */
export const acceptOffer = api.reservations.quotes.accept.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, agreed: _, shown_total, ...changes } = input
  return inTransaction(deps.db, async (tx) => {
    const found = await lockQuote(tx, id)
    const { reservation } = found
    const role = person && roleFor(reservation, person)
    // Nobody accepts their own offer.
    if (role === 'COMPANY') throw errors.NOT_FOUND()
    if (reservation.quote === 'ACCEPTED') return { ...answerOf(reservation), before: true }
    await accept(deps, tx, { found, changes, shown_total })
    return { ...answerOf(await lockReservation(tx, id)), before: false }
  })
})

const answerOf = ({ id, status, hold_until }: ReservationRow) => ({
  id,
  status,
  hold_until: hold_until?.toISOString() ?? null,
})

type Acceptance = { found: FoundQuote; changes: Changes; shown_total: number | undefined }

async function accept(deps: Deps, tx: Tx, { found, changes, shown_total }: Acceptance) {
  const now = deps.now()
  guardAnswerable(found, now)
  const { reservation, quote } = found
  const { id, company_id: company, phone, email, national_id } = reservation
  await guardBanned(tx, { phone, email, national_id })
  await guardBlocked(tx, { company, phone, national_id })
  const changed = await changedQuote(tx, found, { changes, now })
  if (shown_total !== undefined && shown_total !== changed.bill.total)
    throw errors.PRICE_CHANGED({ data: { shown: shown_total, now: billAsShown(reservation, changed.bill) } })
  if (changed.wanted) await takeWanted(tx, reservation, changed)
  await answerQuote(tx, id, { answer: 'ACCEPTED', at: now })
  if (quote.pays === 'LATER' || changed.bill.payable_now === 0) {
    await confirmReservation(deps, tx, await lockReservation(tx, id))
    return
  }
  const set = { hold_until: acceptedHold({ now, stands: quote.stands_until }) }
  await tx.updateTable('reservation').set(set).where('id', '=', id).execute()
  await tx.updateTable('busy').set(set).where('reservation_id', '=', id).execute()
  await noteEvents(tx, [id], { status: 'AWAITING_PAYMENT', actor: 'CUSTOMER', at: now, reason: 'quote_accepted' })
  await notify(deps, tx, { kind: 'quoteAccepted', reservation: id })
}

/** Writes the changed rental and its bill, and takes its hours. Throws VEHICLE_TAKEN, and then all stays as it was. */
async function takeWanted(
  tx: Tx,
  { id, ad_id, start_at, end_at }: ReservationRow,
  { bill, wanted, gap }: ChangedQuote,
) {
  if (!wanted) return
  await tx
    .updateTable('reservation')
    .set({ ...wanted, lines: JSON.stringify(bill.lines), total: bill.total, payable_now: bill.payable_now })
    .where('id', '=', id)
    .execute()
  if (Date.parse(wanted.start_at) === start_at.getTime() && Date.parse(wanted.end_at) === end_at.getTime()) return
  await lockVehicle(tx, ad_id)
  const { hold_until } = await tx
    .deleteFrom('busy')
    .where('reservation_id', '=', id)
    .returning('hold_until')
    .executeTakeFirstOrThrow()
  const taken = await tx
    .insertInto('busy')
    .values({
      ...{ ad_id, kind: 'RESERVATION', status: BUSY.HELD, reservation_id: id, hold_until },
      start_at: new Date(wanted.start_at),
      end_at: new Date(Date.parse(wanted.end_at) + gap * MINUTE_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw errors.VEHICLE_TAKEN()
}
