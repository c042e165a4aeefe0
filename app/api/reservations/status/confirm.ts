import { sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { answerQuote } from '#app/api/reservations/quote/answer-quote.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { CONFIRM_WITHIN_HOURS } from '#app/rules/constants.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { changeStatus } from './change-status.ts'

type Confirming = {
  paid?: number
  payment?: string
  /** The staff member who was paid at the desk. */
  byStaff?: string | undefined
}

/**
 * Confirms a reservation, `paid` being what was paid for it by `payment`: CONFIRMED, or AWAITING_CONFIRMATION if the company answers
 * by hand within 12 hours (and before the pick-up); what its own staff booked needs no answer. The caller has locked it.
 * Source: decisions.md, "Renting".
 */
export async function confirmReservation(
  deps: Deps,
  tx: Tx,
  reservation: ReservationRow,
  { paid = 0, payment, byStaff }: Confirming = {},
): Promise<ReservationStatus> {
  const now = deps.now()
  const { confirmation } = await tx
    .selectFrom('company')
    .select('confirmation')
    .where('id', '=', reservation.company_id)
    .executeTakeFirstOrThrow()
  const byHand = confirmation === 'BY_HAND' && reservation.source === 'SITE'
  const status = byHand ? 'AWAITING_CONFIRMATION' : 'CONFIRMED'
  const answerBy = Math.min(now.getTime() + CONFIRM_WITHIN_HOURS * HOUR_MS, reservation.start_at.getTime())
  await changeStatus(tx, [reservation], {
    to: status,
    actor: 'SYSTEM',
    at: now,
    reason: paid > 0 ? 'paid' : byStaff ? 'paid_at_desk' : null,
    by: byStaff,
    set: { hold_until: null, confirm_by: byHand ? new Date(answerBy) : null, paid: sql`paid + ${paid}` },
  })
  await tx
    .updateTable('busy')
    .set({ status: BUSY.FIRM, hold_until: null })
    .where('reservation_id', '=', reservation.id)
    .execute()
  const { id } = reservation
  // Who pays at the desk has accepted there.
  await answerQuote(tx, id, { answer: 'ACCEPTED', at: now })
  const invoiced = payment !== undefined && { payment }
  await notify(deps, tx, { kind: byHand ? 'awaitingConfirmation' : 'confirmed', reservation: id, ...invoiced })
  if (paid > 0) await notify(deps, tx, { kind: 'paymentReceived', reservation: id, amount: paid, ...invoiced })
  if (!byStaff) await notify(deps, tx, { kind: byHand ? 'bookingToConfirm' : 'newBooking', reservation: id })
  return status
}
