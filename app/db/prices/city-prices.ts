import { type Kysely, type RawBuilder, sql } from 'kysely'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { TIERS, type Tier } from '#app/rules/money/price.ts'
import { daysBetween } from '#app/rules/time/calendar-date.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { catalogueOf } from '../catalogue.ts'
import { freeIn } from './free.ts'
import { cardCount } from './free-units.ts'
import { gapOf } from './gap.ts'
import { datedAt, type PlannedRental, plansFor, usualAt } from './rental-plans.ts'
import { isBookedInTime, leadHoursColumn, pricedAds } from './shown-price.ts'

type Prices = { price_from: number; price_usual: number }
type Range = { from: number; to: number }

/** The day prices of a city's vehicles, as shown, and the conditions of their companies for drivers. */
export type CityPrices = {
  /** By category, the one with the most vehicles first. */
  offers: (Prices & { category: number; ads: number })[]
  /** The category of everything below: the requested one, else the first. */
  category: number
  types: { type: number; ads: number; price_from: number }[]
  /** The requested months, in the same order. */
  months: { free: number; price_from: number | null; price_usual: number | null }[]
  guarantees: { trust_type: 'DEPOSIT_FREE' | 'CARD_HOLD' | 'CHEQUE' | 'CASH'; ads: number }[]
  driver_age: Range | null
  licence_years: Range | null
}

/** `months`: the days, from noon to noon of the city, in which a vehicle must be free to count in each. */
export type CityPricesQuestion = {
  city: number
  zone: string
  currency: CurrencyCode
  category?: number | undefined
  months: { start_date: string; end_date: string }[]
}

const KEEP_SECONDS = 120
const NOON = '12:00'

/**
 * The prices of a city, at most two minutes old: a booking in between does not matter to readers of a city page. Undefined
 * when it has no vehicle of the category.
 */
export function cityPrices(db: Kysely<DB>, asked: CityPricesQuestion): Promise<CityPrices | undefined> {
  return rememberedPrices(db, JSON.stringify(asked))
}

/** Day prices of a city's vehicles of a category by length of rental: usual ones, or of rentals that begin on a day. At most two minutes old. */
export function lengthPrices(db: Kysely<DB>, asked: LengthPricesQuestion): Promise<LengthPrices> {
  return rememberedLengths(db, JSON.stringify(asked))
}

type LengthPrices = (Prices & { tier: Tier })[]
type LengthPricesQuestion = {
  city: number
  currency: CurrencyCode
  category: number
  start_date?: string | undefined
}

const rememberedLengths = remember(KEEP_SECONDS, async (db, key): Promise<LengthPrices> => {
  const { city, currency, category, start_date }: LengthPricesQuestion = JSON.parse(key)
  const priced = await pricingIn(db, currency)
  const now = new Date()
  const lengths = TIERS.map(({ tier, fromDays: days }) => {
    const { shown, joins } = priced(start_date ? datedAt(now, { start_date, days }) : { ...usualAt(now), days })
    return sql`select ${tier} as tier, ${pricesOf(shown)} ${offered({ city, category }, joins)}`
  })
  const { rows } = await sql<LengthPrices[number]>`${sql.join(lengths, sql` union all `)}`.execute(db)
  return rows
})

const rememberedPrices = remember(KEEP_SECONDS, async (db, key): Promise<CityPrices | undefined> => {
  const asked: CityPricesQuestion = JSON.parse(key)
  const now = new Date()
  const priced = await pricingIn(db, asked.currency)
  const { shown: usual, joins } = priced(usualAt(now))
  const { rows: offers } = await sql<CityPrices['offers'][number]>`
    select a.category, ${cardCount(usual)} as ads, ${pricesOf(usual)} from ad a join company c on c.id = a.company_id ${joins}
    where a.city_id = ${asked.city} and a.status = ${OFFERED_LITERAL} group by a.category order by ads desc, a.category`.execute(
    db,
  )
  const offer = offers.find(({ category }) => category === (asked.category ?? category))
  if (!offer) return undefined
  const { category } = offer
  const these = (joins: RawBuilder<unknown>) => offered({ city: asked.city, category }, joins)
  const months = asked.months.map(({ start_date, end_date }, position) => {
    const { shown, joins, isAllowed, leadHours } = priced(
      datedAt(now, { start_date, days: daysBetween(start_date, end_date) }),
    )
    return sql`
      select ${position}::int as position, a.unit_group, a.shown, ${freeIn(now)} ${isBookedInTime(leadHours, now)} as free
      from (select a.id, a.unit_group, ${gapOf('a', 'c')} as gap, ${shown} as shown ${leadHoursColumn(leadHours)} ${these(joins)} ${isAllowed}) a
      cross join (select ${instantOf(start_date, NOON, asked.zone)}::timestamptz as start_at,
        ${instantOf(end_date, NOON, asked.zone)}::timestamptz as end_at) w`
  })
  const [byType, byMonth, byTrust, ranges] = await Promise.all([
    sql<CityPrices['types'][number]>`
      select a.type_id as type, ${cardCount(usual)} as ads, min(${usual}) as price_from ${these(joins)}
      group by 1 order by ads desc, 1`.execute(db),
    freeByMonth(months).execute(db),
    sql<CityPrices['guarantees'][number]>`
      select a.trust as trust_type, ${cardCount(usual)} as ads ${these(joins)} group by 1 order by ads desc, 1`.execute(
      db,
    ),
    sql<{ age_from: number; age_to: number; licence_from: number; licence_to: number }>`
      select min(a.min_driver_age) as age_from, max(a.min_driver_age) as age_to,
        min(a.min_licence_years) as licence_from, max(a.min_licence_years) as licence_to ${these(sql``)}`.execute(db),
  ])
  const [range] = ranges.rows
  return {
    offers,
    category,
    types: byType.rows,
    months: byMonth.rows,
    guarantees: byTrust.rows,
    driver_age: range ? { from: range.age_from, to: range.age_to } : null,
    licence_years: range ? { from: range.licence_from, to: range.licence_to } : null,
  }
})

/** A function that prices rentals of certain dates, or usual ones. */
async function pricingIn(db: Kysely<DB>, currency: CurrencyCode) {
  const { rate, priceRules } = await catalogueOf(db)
  return (rental: PlannedRental) =>
    pricedAds({ days: rental.days, currency, rate, plans: plansFor(priceRules, rental) })
}

/** A city's vehicles of a category, with all that their prices are computed from. */
function offered({ city, category }: { city: number; category: number }, joins: RawBuilder<unknown>) {
  return sql`from ad a join company c on c.id = a.company_id ${joins}
    where a.city_id = ${city} and a.category = ${category} and a.status = ${OFFERED_LITERAL}`
}

/** The lowest price and the median. */
function pricesOf(shown: RawBuilder<number>) {
  return sql`min(${shown}) as price_from, percentile_disc(0.5) within group (order by ${shown}) as price_usual`
}

/** Uses the search's own condition for a free vehicle. A month without free vehicles has a row, too. */
function freeByMonth(months: readonly RawBuilder<unknown>[]) {
  const positions = months.map((_, position) => position)
  return sql<CityPrices['months'][number]>`
    select count(distinct (unit_group, shown)) filter (where free) as free, min(shown) filter (where free) as price_from,
      percentile_disc(0.5) within group (order by shown) filter (where free) as price_usual
    from unnest(${positions}::int[]) as month(position)
    left join (${sql.join(months, sql` union all `)}) asked using (position) group by position order by position`
}
