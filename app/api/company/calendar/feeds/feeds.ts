import { type Kysely, sql } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { SOURCE_PROBLEMS, type WRONG_EVENTS } from '#app/contract/company/calendar/feeds.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { TAKING } from '#app/db/prices/free.ts'
import { numberOf } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { feedIdOf, feedToken, isFeedToken } from './feed-token.ts'

const MOST_OF_VEHICLE = 5
const MOST_OF_COMPANY = 300
/** How far a feed reaches into the past and into the future. */
const DAYS_BACK = 30
const DAYS_AHEAD = 400
const MOST_EVENTS = 5000

/** The calendars that a company shares and reads. */
export const feeds = api.company.calendar.feeds.handler(async ({ context }) => {
  const { deps, language, company } = context
  const [given, taken, conflicts] = await Promise.all([
    feedRows(deps.db).where('calendar_feed.company_id', '=', company).orderBy('ad.id', 'asc').execute(),
    sourceRows(deps.db).where('calendar_source.company_id', '=', company).orderBy('ad.id').execute(),
    deps.db
      .selectFrom('calendar_conflict as conflict')
      .innerJoin('calendar_source as source', 'source.id', 'conflict.source_id')
      .innerJoin('reservation', 'reservation.id', 'conflict.reservation_id')
      .select(['conflict.source_id', 'conflict.summary', 'conflict.start_at', 'conflict.end_at'])
      .select(['reservation.id as reservation', 'reservation.number', 'reservation.fullname', 'reservation.status'])
      .where('source.company_id', '=', company)
      .orderBy('conflict.start_at')
      .limit(100)
      .execute(),
  ])
  return {
    feeds: given.map((row) => shownFeed(deps, row, language)),
    sources: taken.map((row) => ({
      id: row.id,
      vehicle: { id: row.ad_id, title: titleOf(row, language), plate: row.plate },
      host: new URL(row.address).host,
      checked_at: row.checked_at?.toISOString() ?? null,
      next_at: row.next_at?.toISOString() ?? null,
      problem: SOURCE_PROBLEMS.find((problem) => problem === row.problem) ?? null,
      events: row.events,
      wrong: row.unreadable as { reason: (typeof WRONG_EVENTS)[number]; summary: string | null }[],
      conflicts: conflicts
        .filter(({ source_id }) => source_id === row.id)
        .map(({ reservation, number, fullname, status, summary, start_at, end_at }) => ({
          ...{ reservation, fullname: nameForCompany({ fullname, status }), summary },
          number: numberOf({ number }),
          start_at: start_at.toISOString(),
          end_at: end_at.toISOString(),
        })),
      zone: row.zone,
    })),
  }
})

/** Creates an address, or replaces the present one. */
export const makeFeed = api.company.calendar.makeFeed.handler(async ({ context }) => {
  const { deps, language, fleetPart } = context
  const { company, ad } = fleetPart
  const { id } = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `calendar feed ${company}`)
    const changed_at = deps.now()
    const renewed = await tx
      .updateTable('calendar_feed')
      .set((of) => ({ version: sql<number>`${of.ref('version')} + 1`, changed_at }))
      .where('company_id', '=', company)
      .where(sql<boolean>`coalesce(ad_id, 0) = ${ad ?? 0}`)
      .returning('id')
      .executeTakeFirst()
    if (renewed) return renewed
    const feed = { company_id: company, ad_id: ad, changed_at }
    return tx.insertInto('calendar_feed').values(feed).returning('id').executeTakeFirstOrThrow()
  })
  const row = await feedRows(deps.db).where('calendar_feed.id', '=', id).executeTakeFirstOrThrow()
  return shownFeed(deps, row, language)
})

export const removeFeed = api.company.calendar.removeFeed.handler(async ({ context: { deps, feed } }) => {
  await deps.db.deleteFrom('calendar_feed').where('id', '=', feed.id).execute()
  return { removed: true }
})

/** Starts reading an external calendar. Throws TOO_MANY_CALENDARS. */
export const addSource = api.company.calendar.addSource.handler(async ({ input, context }) => {
  const { deps, vehicle } = context
  const { ad, address } = input
  const company = vehicle.company_id
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `calendar source ${company}`)
    const { all, of_ad } = await tx
      .selectFrom('calendar_source')
      .select((of) => [
        of.fn.countAll<number>().as('all'),
        of.fn.countAll<number>().filterWhere('ad_id', '=', ad).as('of_ad'),
      ])
      .where('company_id', '=', company)
      .executeTakeFirstOrThrow()
    if (of_ad >= MOST_OF_VEHICLE || all >= MOST_OF_COMPANY) throw errors.TOO_MANY_CALENDARS()
    const made = await tx
      .insertInto('calendar_source')
      .values({ company_id: company, ad_id: ad, address, created_at: deps.now() })
      // The same address again is read at once, and stored once.
      .onConflict((conflict) => conflict.columns(['ad_id', 'address']).doUpdateSet({ address }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await deps.enqueue(tx, 'import-calendar', { source: made.id })
    return made
  })
})

export const removeSource = api.company.calendar.removeSource.handler(async ({ context: { deps, source } }) => {
  await deps.db.deleteFrom('calendar_source').where('id', '=', source.id).execute()
  return { removed: true }
})

/**
 * The events behind a secret address: rentals by their number, blocks without names. What came from an external
 * calendar is left out, because two calendars that read each other would never drop an event. Throws NOT_FOUND for a
 * former address.
 */
export const feedEvents = api.company.calendar.feedEvents.handler(async ({ input: { token }, context }) => {
  const { deps, language } = context
  const feed = await deps.db
    .selectFrom('calendar_feed')
    .innerJoin('company', 'company.id', 'calendar_feed.company_id')
    .select(['calendar_feed.id', 'calendar_feed.version', 'calendar_feed.ad_id', 'company.name'])
    .select('calendar_feed.company_id')
    .where('calendar_feed.id', '=', feedIdOf(token) ?? 0)
    .executeTakeFirst()
  if (!feed || !isFeedToken(deps, token, feed)) throw errors.NOT_FOUND()
  const now = deps.now()
  const rows = await deps.db
    .selectFrom('busy')
    .innerJoin('ad', 'ad.id', 'busy.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(TITLE_COLUMNS)
    .leftJoin('reservation', 'reservation.id', 'busy.reservation_id')
    .select(['busy.id', 'busy.kind', 'busy.start_at', 'busy.end_at', 'ad.plate', 'ad.id as ad'])
    .select(['reservation.number', 'reservation.start_at as booked_start', 'reservation.end_at as booked_end'])
    .select(
      sql<Date | null>`(select max(at) from reservation_event e where e.reservation_id = reservation.id)`.as('at'),
    )
    .where('ad.company_id', '=', feed.company_id)
    .$if(feed.ad_id !== null, (query) => query.where('ad.id', '=', feed.ad_id ?? 0))
    .where('busy.status', 'in', TAKING)
    .where('busy.source_id', 'is', null)
    .where('busy.end_at', '>', new Date(now.getTime() - DAYS_BACK * DAY_MS))
    .where('busy.start_at', '<', new Date(now.getTime() + DAYS_AHEAD * DAY_MS))
    .orderBy('busy.start_at')
    .limit(MOST_EVENTS)
    .execute()
  const company = wordingIn(language, feed.name)
  const [first] = rows
  const vehicle = feed.ad_id !== null && first ? ` · ${nameOfVehicle(first, language)}` : ''
  return {
    name: `${company}${vehicle}`,
    events: rows.map((row) => ({
      uid: `${row.kind === 'BLOCK' ? 'block' : 'rental'}-${row.id}@${new URL(deps.settings.origin).hostname}`,
      start: (row.booked_start ?? row.start_at).toISOString(),
      end: (row.booked_end && row.booked_end < row.end_at ? row.booked_end : row.end_at).toISOString(),
      changed: (row.at ?? row.start_at).toISOString(),
      summary: [row.number === null ? 'Blocked' : numberOf({ number: row.number }), nameOfVehicle(row, language)].join(
        ' · ',
      ),
    })),
  }
})

type TitledRow = Parameters<typeof titleOf>[0] & { plate: string | null; ad: number }

const nameOfVehicle = (row: TitledRow, language: Language) => `${titleOf(row, language)} ${row.plate ?? row.ad}`

function feedRows(db: Kysely<DB>) {
  return db
    .selectFrom('calendar_feed')
    .leftJoin('ad', 'ad.id', 'calendar_feed.ad_id')
    .leftJoin('brand', 'brand.id', 'ad.brand_id')
    .leftJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['calendar_feed.id', 'calendar_feed.version', 'calendar_feed.ad_id', 'calendar_feed.changed_at'])
    .select(['ad.plate', ...TITLE_COLUMNS])
}

function sourceRows(db: Kysely<DB>) {
  return db
    .selectFrom('calendar_source')
    .innerJoin('ad', 'ad.id', 'calendar_source.ad_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['calendar_source.id', 'calendar_source.ad_id', 'calendar_source.address', 'calendar_source.checked_at'])
    .select('calendar_source.next_at')
    .select(['calendar_source.problem', 'calendar_source.events', 'calendar_source.unreadable'])
    .select(['ad.plate', 'city.zone', ...TITLE_COLUMNS])
}

type FeedRow = Awaited<ReturnType<ReturnType<typeof feedRows>['execute']>>[number]

function shownFeed(deps: Deps, row: FeedRow, language: Language) {
  const { id, ad_id, plate, changed_at } = row
  return {
    id,
    vehicle: ad_id === null ? null : { id: ad_id, title: titleOf(row, language), plate },
    address: `${deps.settings.origin}/calendars/${feedToken(deps, row)}.ics`,
    changed_at: changed_at.toISOString(),
  }
}
