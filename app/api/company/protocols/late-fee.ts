import type { Kysely } from 'kysely'
import { termsOf } from '#app/api/reservations/read/terms.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { CHARGE_DAYS, type ChargeLine, dayRentOf, lateCharge } from '#app/rules/reservation/charges/return-proposal.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

/**
 * The fee of a late return by the rule: one line, or none if it was in time, is not back, or came back longer ago than
 * anything may be charged.
 */
export async function lateLines(db: Kysely<DB>, reservation: ReservationRow, now: Date): Promise<ChargeLine[]> {
  const { id, status, end_at, lines, days } = reservation
  if (status !== 'COMPLETED') return []
  const back = await db
    .selectFrom('reservation_event')
    .select('at')
    .where('reservation_id', '=', id)
    .where('status', '=', 'COMPLETED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!back || now.getTime() > back.at.getTime() + CHARGE_DAYS * DAY_MS) return []
  const terms = await termsOf(db, reservation)
  return lateCharge({ due: end_at, at: back.at, terms, dayRent: dayRentOf({ lines, days }) })
}
