import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { cancelReservation } from '#app/api/reservations/status/cancel.ts'
import { giveReason } from '#app/db/connection/actor.ts'

/**
 * Cancels a reservation for the customer or the company. If the company bears the cost, everything that was paid is refunded. If the
 * customer bears it, they get what they would get for cancelling themselves now. Both are notified. The same request sent again gets the
 * same answer. Throws NOT_CANCELLABLE. Source: decisions.md, "Renting"; who bears the cost is *ours*.
 */
export const cancel = api.operator.reservations.cancel.handler(async ({ input: { id, cost, reason }, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const reservation = await lockReservation(tx, id)
    return cancelReservation(deps, tx, { reservation, actor: 'OPERATOR', by: person.id, reason, cost })
  })
})
