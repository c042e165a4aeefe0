import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { releaseCodes } from '#app/api/reservations/reserve/discount/discount.ts'
import { type ReservationRow, releaseVehicles } from '#app/db/reservation.ts'
import type { ReservationActor } from '#app/rules/reservation/reservation-status.ts'
import { changeStatus } from './change-status.ts'
import { returnPrepayment } from './refund.ts'

type Rejection = {
  reservation: ReservationRow
  actor: ReservationActor
  /** The account of who rejects it. */
  by?: string | undefined
  reason?: string | undefined
  at: Date
}

/**
 * Rejects a reservation that waits for its company, with a full refund: REJECTED, vehicle and code free, the customer
 * notified, with the company's reason if it gave one. The caller has locked it. Source: decisions.md, "Renting".
 */
export async function rejectReservation(
  deps: Deps,
  tx: Tx,
  { reservation, actor, by, reason, at }: Rejection,
): Promise<void> {
  const { id, paid } = reservation
  const { toWallet, toCard } = await returnPrepayment(deps, tx, reservation, { byTerms: paid, retained: 0, at })
  const set = { refunded: toWallet + toCard, confirm_by: null }
  await changeStatus(tx, [reservation], { to: 'REJECTED', actor, by, at, reason: reason ?? 'no_answer', set })
  await releaseVehicles(tx, [id])
  await releaseCodes(tx, [id])
  const [kind, kindToCard] = reason
    ? (['rejectedReason', 'rejectedReasonToCard'] as const)
    : (['rejected', 'rejectedToCard'] as const)
  const notice = toCard > 0 ? { kind: kindToCard, amount: toCard } : { kind, amount: toWallet }
  await notify(deps, tx, { ...notice, reservation: id, ...(reason && { reason }) })
  if (toWallet > 0) await notify(deps, tx, { kind: 'refund', reservation: id, amount: toWallet })
}
