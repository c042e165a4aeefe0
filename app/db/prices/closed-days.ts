import { type Kysely, type RawBuilder, sql } from 'kysely'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { type ClosedDays, isOpenAt, type OpeningHours } from '#app/rules/time/opening-hours.ts'
import { dateIn, type WallTime } from '#app/rules/time/rental-time.ts'

/** For a query that reads places: closed days of `place` and of its company, except those that are over for more than some days. */
export const closedDaysOfPlace = (now: Date): RawBuilder<ClosedDays[]> => closedSince(someDaysBefore(now))

const closedSince = (day: CalendarDate): RawBuilder<ClosedDays[]> => sql`(select coalesce(json_agg(json_build_object(
    'starts_on', c.starts_on, 'ends_on', c.ends_on) order by c.starts_on), '[]')
  from closed_days c where c.company_id = place.company_id and coalesce(c.place_id, place.id) = place.id
    and c.ends_on > ${day}::date)`

type PlaceHours = OpeningHours & { company_id: number; city_id: number }
type ShutCompany = { company_id: number; city_id: number }
/** The city of a search, if any, and the pick-up and the return by its clock. */
type AskedTimes = { city: number | undefined; handOvers: readonly WallTime[]; now: Date }

const KEEP_SECONDS = 10
/** Searches whose answer is kept until the hours are read again. */
const MOST_KEPT = 500

/** The places of companies that are closed at times, and the answers that were computed from them. */
const hoursOf = remember(KEEP_SECONDS, async (db, since) => ({
  places: await readHours(db, since),
  known: new Map<string, ShutCompany[]>(),
}))

/** To be called when hours, closed days or places have changed: this process uses them at once, others within ten seconds. */
export const reloadHours = (db: Kysely<DB>, now: Date) => hoursOf.again(db, someDaysBefore(now))

/** Companies whose places in a city are all closed at the pick-up, or all at the return: there a booking would be refused. */
export async function shutCompanies(db: Kysely<DB>, asked: AskedTimes): Promise<ShutCompany[]> {
  const { places, known } = await hoursOf(db, someDaysBefore(asked.now))
  const key = `${asked.city} ${asked.handOvers.map(({ date, time }) => `${date}T${time}`).join(' ')}`
  const found = known.get(key) ?? shutAmong(places, asked)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(key, found)
  return found
}

/** Far enough back for every time zone. */
function someDaysBefore(now: Date): CalendarDate {
  return addDays(dateIn(HOME_ZONE, now), -3)
}

function shutAmong(places: readonly PlaceHours[], { city, handOvers }: AskedTimes): ShutCompany[] {
  const open = new Map<string, ShutCompany & { isOpen: boolean[] }>()
  for (const { company_id, city_id, ...hours } of places) {
    if (city !== undefined && city_id !== city) continue
    const key = `${company_id} ${city_id}`
    const of = open.get(key) ?? { company_id, city_id, isOpen: handOvers.map(() => false) }
    open.set(key, { ...of, isOpen: handOvers.map((wall, at) => of.isOpen[at] || isOpenAt(hours, wall)) })
  }
  return [...open.values()]
    .filter(({ isOpen }) => isOpen.includes(false))
    .map(({ company_id, city_id }) => ({ company_id, city_id }))
}

/** All places of companies with a place that closes, by its hours or on closed days; the others are always open. */
function readHours(db: Kysely<DB>, since: CalendarDate): Promise<PlaceHours[]> {
  return db
    .selectFrom('place')
    .select(['company_id', 'city_id', 'opens_at', 'closes_at', 'week', closedSince(since).as('closed')])
    .where(
      sql<boolean>`company_id in (
        select company_id from place where week is not null or (opens_at <> closes_at and (opens_at, closes_at) <> ('00:00', '24:00'))
        union select company_id from closed_days where ends_on > ${since}::date)`,
    )
    .where('paused_at', 'is', null)
    .execute()
}
