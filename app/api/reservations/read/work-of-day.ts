import { type Kysely, sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, zoneOf } from '#app/db/reservation.ts'
import { HANDED_OVER } from '#app/rules/reservation/reservation-status.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** Throws NOT_FOUND for a driver unless it is handed over or taken back today, or was today. */
export async function guardDriver(
  db: Kysely<DB>,
  { id, status, city_id, start_date, end_date }: ReservationRow,
  now: Date,
): Promise<void> {
  const zone = await zoneOf(db, { city_id })
  const today = dateIn(zone, now)
  if (status === 'CONFIRMED' && start_date <= today) return
  if (status === 'ACTIVE' && end_date <= today) return
  const last = (await eventsOf(db, id)).at(-1)
  const isTodays = last && HANDED_OVER.includes(last.status) && dateIn(zone, last.at) === today
  if (!isTodays || last.status !== status) throw errors.NOT_FOUND()
}

/** The history of a reservation, with the names of the staff. */
export function eventsOf(db: Kysely<DB>, reservation: string) {
  return db
    .selectFrom('reservation_event as event')
    .leftJoin('account', 'account.id', 'event.account_id')
    .leftJoin('ad as former', 'former.id', 'event.former_ad_id')
    .leftJoin('ad', 'ad.id', 'event.ad_id')
    .select(['event.at', 'event.status', 'event.actor', 'event.reason', 'event.account_id', 'account.fullname as by'])
    .select([
      sql<string | null>`coalesce(former.plate, former.id::text)`.as('from'),
      sql<string | null>`coalesce(ad.plate, ad.id::text)`.as('to'),
    ])
    .where('event.reservation_id', '=', reservation)
    .orderBy('event.id')
    .execute()
}
