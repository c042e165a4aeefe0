import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#app/rules/calendar-date.ts'
import { type ClosedDays, isShutOn } from '#app/rules/opening-hours.ts'
import type { DB } from './schema.ts'

/** Closed days of `place` that are not over some days ago, its company's too, for a query that reads places. */
export const closedDaysOfPlace: RawBuilder<ClosedDays[]> = sql`(select coalesce(json_agg(json_build_object(
    'starts_on', c.starts_on, 'ends_on', c.ends_on) order by c.starts_on), '[]')
  from closed_days c where c.company_id = place.company_id and coalesce(c.place_id, place.id) = place.id
    and c.ends_on > current_date - 3)`

/** Companies none of whose places in a city hands anything over on the first or on the last day of a rental. */
export async function shutCompanies(
  db: Kysely<DB>,
  { city, days }: { city: number | undefined; days: readonly CalendarDate[] },
): Promise<{ company_id: number; city_id: number }[]> {
  const places = await db
    .selectFrom('place')
    .select(['company_id', 'city_id', 'opens_at', 'closes_at', 'week', closedDaysOfPlace.as('closed')])
    .where(
      sql<boolean>`company_id in (
        select company_id from place where week is not null
        union select c.company_id from closed_days c
        join unnest(${days}::date[]) as day on day between c.starts_on and c.ends_on)`,
    )
    .where('paused_at', 'is', null)
    .$if(city !== undefined, (query) => query.where('city_id', '=', city ?? 0))
    .execute()
  const open = new Map<string, { company_id: number; city_id: number; isOpen: boolean[] }>()
  for (const { company_id, city_id, ...hours } of places) {
    const key = `${company_id} ${city_id}`
    const of = open.get(key) ?? { company_id, city_id, isOpen: days.map(() => false) }
    open.set(key, { ...of, isOpen: of.isOpen.map((isOpen, at) => isOpen || !isShutOn(hours, days[at] ?? '')) })
  }
  return [...open.values()]
    .filter(({ isOpen }) => isOpen.includes(false))
    .map(({ company_id, city_id }) => ({ company_id, city_id }))
}
