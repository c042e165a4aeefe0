import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'

const COMPANY = 12
const NIGHT = '23:00'

/**
 * Loads a check-in that is half done: the next customer of the demonstration's agency has said when they come, and their licence was seen
 * at the counter on an earlier trip.
 */
export async function loadCheckIn(tx: Kysely<DB>, now: Date): Promise<void> {
  const next = await tx
    .selectFrom('reservation')
    .select(['id', 'start_at', 'start_time', 'end_date'])
    .where('company_id', '=', COMPANY)
    .where('status', '=', 'CONFIRMED')
    .where('start_time', '<', NIGHT)
    .orderBy('start_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return
  const { id: reservation_id, start_at, start_time, end_date } = next
  const arrival = { way: 'FLIGHT', flight: 'W51043', arrives_at: start_time, note: 'با دو چمدان بزرگ می‌آییم.' } as const
  await tx
    .insertInto('arrival')
    .values({ reservation_id, ...arrival, start_at, saved_at: now })
    .execute()
  await tx
    .insertInto('licence_check')
    .values({ reservation_id, state: 'CONFIRMED', valid_until: addDays(end_date, 1200), decided_at: now })
    .execute()
}
