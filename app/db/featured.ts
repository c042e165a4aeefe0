import { type Kysely, sql } from 'kysely'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import type { DB } from './connection/schema.ts'

/** How many listings of a city and category can be featured on one day. Source: *ours*. */
export const MOST_FEATURED = 3

/** Puts first what is featured on this day, and nothing else. Returns how many listings changed. */
export async function applyFeatured(db: Kysely<DB>, today: CalendarDate): Promise<number> {
  const { numAffectedRows } = await sql`
    with now as (
      select id, place, paid from featured_listing
      where starts_on <= ${today}::date and (ends_on is null or ends_on >= ${today}::date))
    update ad set pinned = found.is_now, pinned_place = found.place, pinned_paid = found.paid
    from (
      select one.id, now.id is not null as is_now, now.place, coalesce(now.paid, false) as paid
      from (select id from ad where pinned union select id from now) one left join now on now.id = one.id
    ) found
    where found.id = ad.id
      and (ad.pinned, ad.pinned_place, ad.pinned_paid) is distinct from (found.is_now, found.place, found.paid)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
