import type { Kysely, Selectable } from 'kysely'
import type { DB, ReservationChange } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { CHANGE_UNTIL_HOURS } from '#app/rules/constants.ts'
import { extendableUntil, PENDING } from '#app/rules/reservation/reservation-change.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

export type ChangeRow = Selectable<ReservationChange>

/**
 * Until when a reservation's dates, places and extras can be changed: 24 hours before the pick-up of a confirmed one;
 * null for any other, and after that. Source: decisions.md, "Renting".
 */
export function changeableUntil(
  { status, start_at }: Pick<ReservationRow, 'status' | 'start_at'>,
  now: Date,
): Date | null {
  const until = new Date(start_at.getTime() - CHANGE_UNTIL_HOURS * HOUR_MS)
  return status === 'CONFIRMED' && now < until ? until : null
}

/** Until when its company can be asked for more time; null if it cannot. */
export function askableUntil(reservation: ReservationRow, now: Date): Date | null {
  return extendableUntil(reservation, { isChangeable: changeableUntil(reservation, now) !== null, now })
}

/** The change of a reservation that waits for its payment and is still held. */
export async function waitingChange(db: Kysely<DB>, reservation: string, now: Date): Promise<ChangeRow | undefined> {
  return db
    .selectFrom('reservation_change')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('status', '=', 'AWAITING_PAYMENT')
    .where('hold_until', '>', now)
    .executeTakeFirst()
}

/** The change of a reservation that is under way: asked of the company, or waiting for its payment. */
export async function pendingChange(db: Kysely<DB>, reservation: string, now: Date): Promise<ChangeRow | undefined> {
  return db
    .selectFrom('reservation_change')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('status', 'in', PENDING)
    .where('hold_until', '>', now)
    .executeTakeFirst()
}

/** The change of a reservation that was requested last, whatever became of it. */
export async function lastChange(db: Kysely<DB>, reservation: string): Promise<ChangeRow | undefined> {
  return db
    .selectFrom('reservation_change')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
