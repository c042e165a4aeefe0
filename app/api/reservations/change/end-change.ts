import type { Tx } from '#app/api/call/context.ts'
import { type ChangeStatus, mayFollow } from '#app/rules/reservation/reservation-change.ts'
import type { ChangeRow } from './changeable.ts'

type End = { from: ChangeStatus; to: Exclude<ChangeStatus, 'ASKED' | 'AWAITING_PAYMENT'> }
type Ended = { id: string[] } | { reservation: string; kind?: ChangeRow['kind'] | undefined }

/**
 * Ends changes of reservations, by payment, by the company's answer or without; those whose status is not in `from` any more stay as they are.
 * Returns the ids of the ended ones. Nothing else but
 * `awaitPayment` writes the status of a change. Throws an Error for a forbidden
 * transition.
 */
export async function endChanges(tx: Tx, by: Ended, { from, to }: End) {
  if (!mayFollow(from, to)) throw new Error(`a change cannot go from ${from} to ${to}`)
  const ended = await tx
    .updateTable('reservation_change')
    .set({ status: to, hold_until: null })
    .where('status', '=', from)
    .$if('id' in by, (query) => query.where('id', 'in', 'id' in by ? by.id : []))
    .$if('reservation' in by, (query) => query.where('reservation_id', '=', 'reservation' in by ? by.reservation : ''))
    .$if('kind' in by && by.kind !== undefined, (query) =>
      query.where('kind', '=', ('kind' in by && by.kind) || 'CHANGE'),
    )
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

type Priced = { wanted?: string; lines?: string; total?: number; payable_now?: number; difference?: number }

/** An extension that the company has accepted is held until it is paid, at the price that was asked for or another one. */
export function awaitPayment(tx: Tx, id: string, { hold_until, ...priced }: Priced & { hold_until: Date }) {
  return tx
    .updateTable('reservation_change')
    .set({ ...priced, status: 'AWAITING_PAYMENT', hold_until })
    .where('id', '=', id)
    .where('status', '=', 'ASKED')
    .returningAll()
    .executeTakeFirstOrThrow()
}
