import type { ReservationActor } from '#app/rules/reservation-status.ts'
import { optionalPerson } from '../account/person.ts'
import { api, type Deps, type Tx } from '../context.ts'
import { tellCustomer } from '../messages.ts'
import { refuse } from '../refuse.ts'
import { inTransaction } from '../transaction.ts'
import { endWaitingChange } from './apply-change.ts'
import { releaseCodes } from './discount.ts'
import { roleFor } from './own.ts'
import { lockReservation } from './read.ts'
import { currencyIn, noteEvents, type ReservationRow, releaseVehicles } from './record.ts'
import { refundAt, refundToWallet } from './refund.ts'

/**
 * Cancels a reservation: vehicle and discount code are free again, the refund of this moment goes to the wallet of the
 * phone, the customer is told. Whoever knows its id cancels for the customer; the company's staff and operators cancel on
 * their side, and give all back. Sent twice it answers the same. Source: decisions.md, "Renting"; the full refund is *ours*.
 */
export const cancel = api.reservations.cancel.handler(async ({ input, context }) => {
  const { deps } = context
  const person = await optionalPerson(context)
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, input.id)
    const actor = (person && roleFor(reservation, person)) ?? 'CUSTOMER'
    return cancelReservation(deps, tx, { reservation, actor, reason: input.reason })
  })
})

type Cancellation = { reservation: ReservationRow; actor: ReservationActor; reason?: string }

async function cancelReservation(deps: Deps, tx: Tx, { reservation, actor, reason }: Cancellation) {
  const now = deps.now()
  const { id, paid } = reservation
  const currency = currencyIn(reservation)
  if (reservation.status === 'CANCELLED')
    return { id, status: reservation.status, refund: reservation.refunded, currency }
  const byTerms = refundAt(reservation, now)
  if (byTerms === null) throw refuse('NOT_CANCELLABLE')
  const isCustomer = actor === 'CUSTOMER'
  const refund = isCustomer ? byTerms : paid

  const status = 'CANCELLED' as const
  const change = { status, refunded: refund, hold_until: null, confirm_by: null }
  await tx.updateTable('reservation').set(change).where('id', '=', id).execute()
  await endWaitingChange(tx, id, 'CANCELLED')
  await releaseVehicles(tx, [id])
  await releaseCodes(tx, [id])
  await refundToWallet(tx, reservation, refund, now)
  await noteEvents(tx, [id], { status, actor, at: now, reason })
  const told = isCustomer ? (refund > 0 ? 'cancelled_refund' : 'cancelled') : 'cancelled_for_you'
  await tellCustomer(deps, tx, { reservation: id, told, amount: refund })
  return { id, status, refund, currency }
}
