import type { Tx } from '#app/api/call/context.ts'
import { type ChangeStatus, mayFollow } from '#app/rules/reservation/reservation-change.ts'

type End = { from: ChangeStatus; to: Exclude<ChangeStatus, 'AWAITING_PAYMENT'> }

/**
 * Ends changes of reservations, by payment or without; those whose status is not in `from` any more stay as they are.
 * Returns the ids of the ended ones. Nothing else writes the status of a change. Throws an Error for a forbidden
 * transition.
 */
export async function endChanges(tx: Tx, by: { id: string[] } | { reservation: string }, { from, to }: End) {
  if (!mayFollow(from, to)) throw new Error(`a change cannot go from ${from} to ${to}`)
  const ended = await tx
    .updateTable('reservation_change')
    .set({ status: to, hold_until: null })
    .where('status', '=', from)
    .$if('id' in by, (query) => query.where('id', 'in', 'id' in by ? by.id : []))
    .$if('reservation' in by, (query) => query.where('reservation_id', '=', 'reservation' in by ? by.reservation : ''))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}
