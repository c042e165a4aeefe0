import type { Deps, Tx } from '#app/api/context.ts'
import { type ReservationRow, releaseVehicles } from '#app/api/reservations/read/record.ts'
import { releaseCodes } from '#app/api/reservations/reserve/discount.ts'
import { notifyCustomer } from '#app/api/work/messages.ts'
import type { ReservationActor } from '#app/rules/reservation-status.ts'
import { changeStatus } from './change-status.ts'
import { refundToWallet } from './refund.ts'

type Rejection = { reservation: ReservationRow; actor: ReservationActor; reason?: string; at: Date }

/**
 * Rejects a reservation that waits for its company, with a full refund: REJECTED, vehicle and code free, the customer notice,
 * with the company's reason where it gave one. The caller has locked it. Source: decisions.md, "Renting".
 */
export async function rejectReservation(
  deps: Deps,
  tx: Tx,
  { reservation, actor, reason, at }: Rejection,
): Promise<void> {
  const { id, paid } = reservation
  const set = { refunded: paid, confirm_by: null }
  await changeStatus(tx, [reservation], { to: 'REJECTED', actor, at, reason: reason ?? 'no_answer', set })
  await releaseVehicles(tx, [id])
  await releaseCodes(tx, [id])
  await refundToWallet(tx, reservation, paid, at)
  const notice = reason ? 'rejected_reason' : 'rejected'
  await notifyCustomer(deps, tx, { reservation: id, notice, amount: paid, reason })
}
