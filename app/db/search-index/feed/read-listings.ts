import { type Kysely, type RawBuilder, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { BUSY, TAKING } from '#app/db/prices/free.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import type { BlockSize } from '../fleet/block.ts'
import type { BusyRanges, IndexedCompany, Listing } from '../fleet/listing.ts'
import { numbersIn } from './numbers.ts'

/** For how long before now busy ranges are read: no search begins earlier. */
const PAST_MS = 2 * DAY_MS
/** What a pinned vehicle without a place has as its place (`ORDERS` of search). */
const LAST_PINNED = 99

/** How many vehicles are on offer, by city and category. */
export async function readSizes(db: Kysely<DB>): Promise<BlockSize[]> {
  const { rows } = await sql<BlockSize>`select city_id as city, category, count(*) as expected from ad
    where status = ${OFFERED_LITERAL} group by city_id, category`.execute(db)
  return rows
}

/** The vehicles on offer after an id, by id. */
export function readListingsAfter(
  db: Kysely<DB>,
  { id, size, now }: { id: number; size: number; now: Date },
): Promise<Listing[]> {
  return readListings(db, sql`a.id > ${id}::int`, now, size)
}

/** Those of some vehicles that are on offer. */
export function readListingsOf(db: Kysely<DB>, ids: readonly number[], now: Date): Promise<Listing[]> {
  return readListings(db, sql`a.id = any(${ids}::int[])`, now, ids.length)
}

/** What companies are now. */
export async function readCompanies(db: Kysely<DB>, ids: readonly number[]): Promise<IndexedCompany[]> {
  const companies = await db
    .selectFrom('company')
    .select(['id', 'currency_id', 'turnaround_minutes'])
    .where('id', 'in', ids)
    .execute()
  return companies.map((company) => companyOf(company.id, company))
}

type Row = Listing['traits'] &
  Listing['details'] & {
    id: number
    city_id: number
    category: number
    company_id: number
    currency_id: number
    turnaround_minutes: number
    gap_minutes: number | null
    score: number
    pinned_place: number | null
    rating_sum: number
    rating_count: number
    picture: string
    unit_group: number
    properties: string
    starts: string | null
    ends: string | null
    holds: string | null
  } & Record<'p1' | 'p3' | 'p7' | 'p14' | 'p30', number>

/**
 * Ranges come from the index alone (`busy_of`), because the rows of one vehicle are on as many pages as it has ranges; holds that end by
 * themselves are few, and come from theirs (`busy_held`). A hold whose end is null or `infinity` takes its vehicle as if
 * it were firm.
 */
async function readListings(db: Kysely<DB>, which: RawBuilder<unknown>, now: Date, size: number): Promise<Listing[]> {
  const since = sql`${new Date(now.getTime() - PAST_MS)}::timestamptz`
  const { rows } = await sql<Row>`
    select a.id, a.city_id, a.category, a.company_id, c.currency_id, c.turnaround_minutes, a.gap_minutes,
      a.brand_id, a.model_id, a.trim_id, a.type_id, a.year, a.gearbox, a.fuel, a.seats, a.load_capacity, a.trust,
      array_to_string(a.properties, ' ') as properties,
      a.p1, a.p3, a.p7, a.p14, a.p30, a.score, a.pinned, a.pinned_place, a.pinned_paid, a.rating_sum, a.rating_count, a.picture,
      a.unit_group, a.colour, a.guarantee_amount, a.mileage_per_day, a.fuel_rule, busy.starts, busy.ends, held.holds
    from ad a join company c on c.id = a.company_id
    cross join lateral (
      select array_agg(begin)::text as starts, array_agg(finish)::text as ends
      from (
        select ${BEGIN} as begin, ${FINISH} as finish from busy b
        where b.ad_id = a.id and b.status in ${literalList(TAKING)} and b.end_at > ${since} order by b.end_at, b.start_at
      ) taken
    ) busy
    cross join lateral (
      select array_agg(array[begin, finish, until])::text as holds
      from (
        select ${BEGIN} as begin, ${FINISH} as finish, ceil(date_part('epoch', b.hold_until) * 1000)::bigint as until from busy b
        where b.ad_id = a.id and b.status = ${sql.lit(BUSY.HELD)} and b.hold_until <> 'infinity' and b.end_at > ${since}
        order by b.end_at, b.start_at
      ) held
    ) held
    where a.status = ${OFFERED_LITERAL} and ${which} order by a.id limit ${size}::int`.execute(db)
  return rows.map(listingOf)
}

/** Minutes since 1970. Searches are for whole minutes, so that these compare as the instants do. */
function minute(round: 'floor' | 'ceil', column: string): RawBuilder<number> {
  return sql`least(greatest(${sql.raw(round)}(date_part('epoch', b.${sql.raw(column)}) / 60), 0), ${sql.lit(LAST_MINUTE)})::int`
}

/** Fits into 31 bits, and so does its difference from any other minute. */
const LAST_MINUTE = 1_000_000_000

const [BEGIN, FINISH] = [minute('floor', 'start_at'), minute('ceil', 'end_at')]

function listingOf(row: Row): Listing {
  const { brand_id, model_id, trim_id, type_id, year, gearbox, fuel, seats, load_capacity, trust } = row
  const { colour, guarantee_amount, mileage_per_day, fuel_rule, pinned, pinned_paid } = row
  return {
    ...{ id: row.id, city: row.city_id, category: row.category, company: companyOf(row.company_id, row) },
    traits: { brand_id, model_id, trim_id, type_id, year, gearbox, fuel, seats, load_capacity, trust },
    group: row.unit_group,
    properties: row.properties === '' ? [] : row.properties.split(' '),
    details: { colour, guarantee_amount, mileage_per_day, fuel_rule, pinned, pinned_paid },
    prices: [row.p1, row.p3, row.p7, row.p14, row.p30],
    ...{ gap: row.gap_minutes, score: row.score, ratingSum: row.rating_sum, ratingCount: row.rating_count },
    pinnedPlace: pinned ? (row.pinned_place ?? LAST_PINNED) : null,
    picture: row.picture,
    busy: busyRanges(numbersIn(row.starts), numbersIn(row.ends), numbersIn(row.holds)),
  }
}

function companyOf(id: number, row: { currency_id: number; turnaround_minutes: number }): IndexedCompany {
  return { id, isEuro: row.currency_id === CURRENCY_IDS.EUR, gap: row.turnaround_minutes }
}

/** @param holds of each of the ranges that end by themselves, in their order: begin, end, and until when, in milliseconds */
function busyRanges(starts: readonly number[], ends: readonly number[], holds: readonly number[]): BusyRanges {
  const ranges: number[] = []
  let hold = 0
  for (let at = 0; at < starts.length; at++) {
    const [start, end] = [starts[at] as number, ends[at] as number]
    if (holds[hold] === start && holds[hold + 1] === end) hold += 3
    else ranges.push(start, end)
  }
  return { ranges, holds }
}
