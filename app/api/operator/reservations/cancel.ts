import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { cancelReservation } from '#app/api/reservations/status/cancel.ts'
import { giveReason } from '#app/db/connection/actor.ts'

/**
 * Cancels a reservation for somebody: at the company's cost all that was paid goes back and the company keeps nothing, at the customer's they
 * get what their own cancellation would give at this moment. Both sides are notified. Sent twice it answers the same. Throws
 * NOT_CANCELLABLE. Source: decisions.md, "Renting"; who bears it is *ours*.
 */
export const cancel = api.operator.reservations.cancel.handler(async ({ input: { id, cost, reason }, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const reservation = await lockReservation(tx, id)
    return cancelReservation(deps, tx, { reservation, actor: 'OPERATOR', by: person.id, reason, cost })
  })
})
