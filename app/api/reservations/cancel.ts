import { api, type Deps, type Tx } from '../context.ts'
import { tellCustomer } from '../messages.ts'
import { refuse } from '../refuse.ts'
import { inTransaction } from '../transaction.ts'
import { releaseCodes } from './discount.ts'
import { lockReservation } from './read.ts'
import { currencyIn, noteEvents, releaseVehicles } from './record.ts'
import { refundAt, refundToWallet } from './refund.ts'

/**
 * Cancels for the customer: vehicle and discount code are free again, the refund of this moment goes to the wallet of the
 * phone, the customer is told. Sent twice it answers the same. Source: decisions.md, "Renting".
 */
export const cancel = api.reservations.cancel.handler(({ input, context: { deps } }) =>
  inTransaction(deps.db, (tx) => cancelReservation(deps, tx, input)),
)

async function cancelReservation(deps: Deps, tx: Tx, { id, reason }: { id: string; reason?: string }) {
  const now = deps.now()
  const reservation = await lockReservation(tx, id)
  const currency = currencyIn(reservation)
  if (reservation.status === 'CANCELLED')
    return { id, status: reservation.status, refund: reservation.refunded, currency }
  const refund = refundAt(reservation, now)
  if (refund === null) throw refuse('NOT_CANCELLABLE')

  const status = 'CANCELLED' as const
  const change = { status, refunded: refund, hold_until: null, confirm_by: null }
  await tx.updateTable('reservation').set(change).where('id', '=', id).execute()
  await releaseVehicles(tx, [id])
  await releaseCodes(tx, [id])
  await refundToWallet(tx, reservation, refund, now)
  await noteEvents(tx, [id], { status, actor: 'CUSTOMER', at: now, reason })
  await tellCustomer(deps, tx, { reservation: id, told: refund > 0 ? 'cancelled_refund' : 'cancelled', amount: refund })
  return { id, status, refund, currency }
}
