import { type Kysely, type RawBuilder, sql } from 'kysely'
import { daysBetween } from '#app/rules/calendar-date.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { TIERS, type Tier } from '#app/rules/price.ts'
import { instantOf } from '#app/rules/rental-time.ts'
import { catalogueOf } from './catalogue.ts'
import { freeIn } from './free.ts'
import { remember } from './remember.ts'
import { datedAt, type PlannedRental, plansFor, usualAt } from './rental-plans.ts'
import type { DB } from './schema.ts'
import { isNoticed, noticeColumn, pricedAds } from './shown-price.ts'

type Prices = { price_from: number; price_usual: number }
type Range = { from: number; to: number }

/** What the vehicles of a city cost a day, as shown, and what their companies ask of drivers. */
export type CityPrices = {
  /** By category, the one with the most vehicles first: all below is about that one. */
  offers: (Prices & { category: number; ads: number })[]
  types: { type: number; ads: number; price_from: number }[]
  lengths: (Prices & { tier: Tier })[]
  /** As many as were asked for, in their order. */
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
  months: { start_date: string; end_date: string }[]
}

const KEEP_SECONDS = 120
const NOON = '12:00'

/** The prices of a city, at most two minutes old: a booking in between matters to nobody who reads about a city. */
export function cityPrices(db: Kysely<DB>, asked: CityPricesQuestion): Promise<CityPrices> {
  return remembered(db, JSON.stringify(asked))
}

const remembered = remember(KEEP_SECONDS, async (db, key): Promise<CityPrices> => {
  const asked: CityPricesQuestion = JSON.parse(key)
  const { rate, priceRules } = await catalogueOf(db)
  const now = new Date()
  const priced = (rental: PlannedRental) =>
    pricedAds({ days: rental.days, currency: asked.currency, rate, plans: plansFor(priceRules, rental) })
  const { shown: usual, joins } = priced(usualAt(now))
  const { rows: offers } = await sql<CityPrices['offers'][number]>`
    select a.category, count(*) as ads, ${pricesOf(usual)} from ad a join company c on c.id = a.company_id ${joins}
    where a.city_id = ${asked.city} and a.status = 1 group by a.category order by count(*) desc, a.category`.execute(db)
  if (!offers[0]) return NOTHING
  const { category } = offers[0]
  const offered = (joins: RawBuilder<unknown>) => sql`from ad a join company c on c.id = a.company_id ${joins}
    where a.city_id = ${asked.city} and a.category = ${category} and a.status = 1`
  const lengths = sql.join(
    TIERS.map(({ tier, fromDays }) => {
      const { shown, joins } = priced({ ...usualAt(now), days: fromDays })
      return sql`select ${tier} as tier, ${pricesOf(shown)} ${offered(joins)}`
    }),
    sql` union all `,
  )
  const months = asked.months.map(({ start_date, end_date }, position) => {
    const { shown, joins, isAllowed, notice } = priced(
      datedAt(now, { start_date, days: daysBetween(start_date, end_date) }),
    )
    return sql`
      select ${position}::int as position, a.shown, ${freeIn(now)} ${isNoticed(notice, now)} as free
      from (select a.id, c.turnaround_minutes, ${shown} as shown ${noticeColumn(notice)} ${offered(joins)} ${isAllowed}) a
      cross join (select ${instantOf(start_date, NOON, asked.zone)}::timestamptz as start_at,
        ${instantOf(end_date, NOON, asked.zone)}::timestamptz as end_at) w`
  })
  const [byType, byLength, byMonth, byTrust, ranges] = await Promise.all([
    sql<CityPrices['types'][number]>`
      select a.type_id as type, count(*) as ads, min(${usual}) as price_from ${offered(joins)}
      group by 1 order by count(*) desc, 1`.execute(db),
    sql<CityPrices['lengths'][number]>`${lengths}`.execute(db),
    freeByMonth(months).execute(db),
    sql<CityPrices['guarantees'][number]>`
      select a.trust as trust_type, count(*) as ads ${offered(sql``)} group by 1 order by count(*) desc, 1`.execute(db),
    sql<{ age_from: number; age_to: number; licence_from: number; licence_to: number }>`
      select min(a.min_driver_age) as age_from, max(a.min_driver_age) as age_to,
        min(a.min_licence_years) as licence_from, max(a.min_licence_years) as licence_to ${offered(sql``)}`.execute(db),
  ])
  const [range] = ranges.rows
  return {
    offers,
    types: byType.rows,
    lengths: byLength.rows,
    months: byMonth.rows,
    guarantees: byTrust.rows,
    driver_age: range ? { from: range.age_from, to: range.age_to } : null,
    licence_years: range ? { from: range.licence_from, to: range.licence_to } : null,
  }
})

const NOTHING: CityPrices = {
  offers: [],
  types: [],
  lengths: [],
  months: [],
  guarantees: [],
  driver_age: null,
  licence_years: null,
}

/** The lowest price, and the one in the middle: half of the vehicles cost no more. */
function pricesOf(shown: RawBuilder<number>) {
  return sql`min(${shown}) as price_from, percentile_disc(0.5) within group (order by ${shown}) as price_usual`
}

/** The search itself asks in the same words whether a vehicle is free. A month without any has a row all the same. */
function freeByMonth(months: readonly RawBuilder<unknown>[]) {
  const positions = months.map((_, position) => position)
  return sql<CityPrices['months'][number]>`
    select count(*) filter (where free) as free, min(shown) filter (where free) as price_from,
      percentile_disc(0.5) within group (order by shown) filter (where free) as price_usual
    from unnest(${positions}::int[]) as month(position)
    left join (${sql.join(months, sql` union all `)}) asked using (position) group by position order by position`
}
