import { type Kysely, type RawBuilder, sql } from 'kysely'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { catalogueOf } from './catalogue.ts'
import { remember } from './connection/remember.ts'
import type { DB } from './connection/schema.ts'
import { freeIn } from './prices/free.ts'
import { cardCount } from './prices/free-units.ts'
import { gapOf } from './prices/gap.ts'
import { datedAt, plansFor, usualAt } from './prices/rental-plans.ts'
import { isBookedInTime, leadHoursColumn, pricedAds } from './prices/shown-price.ts'

/** How many vehicles are on offer, and the lowest day price there is, as shown. */
export type Offer = { ads: number; price_from: number | null }
const NOTHING: Offer = { ads: 0, price_from: null }

/** The offers to sum up: those of a category; with a time, only those that are free then, at the prices of that time. */
export type OfferQuestion = {
  currency: CurrencyCode
  category?: number
  time?: { start_date: string; start_time: string; end_date: string; end_time: string; days: number }
}

const KEEP_SECONDS = 30

/** The offer in each city, at most half a minute old. */
export async function offersByCity(db: Kysely<DB>, requested: OfferQuestion): Promise<(city: number) => Offer> {
  const offers = await byCity(db, JSON.stringify(requested))
  return (city) => offers.get(city) ?? NOTHING
}

/** The offer of each body type, at most half a minute old. */
export async function offersByType(db: Kysely<DB>, requested: OfferQuestion): Promise<(type: number) => Offer> {
  const offers = await byType(db, JSON.stringify(requested))
  return (type) => offers.get(type) ?? NOTHING
}

/** How many vehicles a company offers, at most half a minute old. */
export async function adsByCompany(db: Kysely<DB>): Promise<(company: number) => number> {
  const offers = await byCompany(db)
  return (company) => offers.get(company)?.ads ?? 0
}

const byCity = remember(KEEP_SECONDS, (db, key) => readOffers(db, JSON.parse(key), sql`a.city_id`))
const byType = remember(KEEP_SECONDS, (db, key) => readOffers(db, JSON.parse(key), sql`a.type_id`))
const byCompany = remember(KEEP_SECONDS, (db) => readOffers(db, { currency: 'IRT' }, sql`a.company_id`))

async function readOffers(
  db: Kysely<DB>,
  { currency, category, time }: OfferQuestion,
  group: RawBuilder<unknown>,
): Promise<Map<number, Offer>> {
  const { rate, cities, priceRules } = await catalogueOf(db)
  const now = new Date()
  const rental = time ? datedAt(now, time) : usualAt(now)
  const plans = plansFor(priceRules, rental)
  const { shown, joins, isAllowed, leadHours } = pricedAds({ days: rental.days, currency, rate, plans })
  const offered = sql`
    select a.id, a.unit_group, a.city_id, a.type_id, a.company_id, ${gapOf('a', 'c')} as gap, ${shown} as shown
      ${leadHoursColumn(leadHours)}
    from ad a join company c on c.id = a.company_id ${joins}
    where a.status = ${OFFERED_LITERAL} ${isAllowed} ${category === undefined ? sql`` : sql`and a.category = ${category}`}`
  const free = time
    ? sql`${timesOf([...cities.values()], time)} where ${freeIn(now)} ${isBookedInTime(leadHours, now)}`
    : sql``
  const { rows } = await sql<Offer & { id: number }>`
    select ${group} as id, ${cardCount(sql`a.shown`)} as ads, min(a.shown) as price_from from (${offered}) a ${free} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...offer }) => [id, offer]))
}

/** The same local hours in each city's time zone, as instants. */
function timesOf(cities: { id: number; zone: string }[], time: NonNullable<OfferQuestion['time']>) {
  const starts = cities.map(({ zone }) => instantOf(time.start_date, time.start_time, zone))
  const ends = cities.map(({ zone }) => instantOf(time.end_date, time.end_time, zone))
  return sql`join unnest(${cities.map(({ id }) => id)}::int[], ${starts}::timestamptz[], ${ends}::timestamptz[])
    as w(city_id, start_at, end_at) on w.city_id = a.city_id`
}
