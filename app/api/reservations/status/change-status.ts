import type { UpdateObject } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { noteEvents, type ReservationRow } from '#app/db/reservation.ts'
import {
  guardChange,
  type ReservationActor,
  type ReservationStatus,
} from '#app/rules/reservation/reservation-status.ts'

type StatusChange = {
  to: ReservationStatus
  actor: ReservationActor
  at: Date
  reason?: string | null
  /** The account of the staff member or operator who does it. */
  by?: string | undefined
  /** Undoes the last change instead of going on: `undoneStatus` gives the former status. */
  isUndo?: boolean
  /** What else changes with the status. */
  set?: Omit<UpdateObject<DB, 'reservation', 'reservation'>, 'status'>
}

/**
 * Changes the status of reservations that the caller has locked, all or none, and writes the event: nothing else writes
 * it. Throws an Error for a change that the table of transitions does not allow: callers check it first. Source:
 * decisions.md, "Renting".
 */
export async function changeStatus(
  tx: Tx,
  reservations: readonly Pick<ReservationRow, 'id' | 'status'>[],
  { to, actor, at, reason, by, isUndo = false, set = {} }: StatusChange,
): Promise<void> {
  for (const { status } of reservations) guardChange(status, to, { actor, isUndo })
  const ids = reservations.map(({ id }) => id)
  const before = [...new Set(reservations.map(({ status }) => status))]
  const changed = await tx
    .updateTable('reservation')
    .set({ ...set, status: to })
    .where('id', 'in', ids)
    .where('status', 'in', before)
    .returning('id')
    .execute()
  if (changed.length < ids.length) throw new Error(`a reservation changed while it was to become ${to}`)
  await noteEvents(tx, ids, { status: to, actor, at, reason, ...(by && { by }) })
}
