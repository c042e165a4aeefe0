import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

const COMPANY = 12
const NIGHT = '23:00'

/**
 * Loads a check-in that is half done: the next customer of the demonstration's agency has said when they come, and their licence was seen
 * at the counter on an earlier trip. The key is in a box, whose code is shown once the rest is done.
 */
export async function loadCheckIn(tx: Kysely<DB>, now: Date): Promise<void> {
  const next = await tx
    .selectFrom('reservation')
    .select(['id', 'ad_id', 'start_at', 'start_time', 'end_date'])
    .where('company_id', '=', COMPANY)
    .where('status', '=', 'CONFIRMED')
    .where('start_time', '<', NIGHT)
    .orderBy('start_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return
  const { id: reservation_id, ad_id, start_at, start_time, end_date } = next
  const arrival = { way: 'FLIGHT', flight: 'W51043', arrives_at: start_time, note: 'با دو چمدان بزرگ می‌آییم.' } as const
  await tx
    .insertInto('arrival')
    .values({ reservation_id, ...arrival, start_at, saved_at: now })
    .execute()
  await tx
    .insertInto('licence_check')
    .values({ reservation_id, state: 'CONFIRMED', valid_until: addDays(end_date, 1200), decided_at: now })
    .execute()
  await tx.updateTable('company').set({ has_key_boxes: true }).where('id', '=', COMPANY).execute()
  const place = 'جعبهٔ آبی کنار در ورودی، شمارهٔ ۷؛ خودرو در پارکینگ شمالی، ردیف ب'
  const ends_at = new Date(start_at.getTime() + 2 * HOUR_MS)
  await tx
    .insertInto('key_box')
    .values({ reservation_id, ad_id, place, code: '4821', start_at, ends_at, saved_at: now })
    .execute()
}
