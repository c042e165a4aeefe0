import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { TIERS, type Tier } from '#app/rules/price.ts'
import { instantOf } from '#app/rules/rental-time.ts'
import { fromTier } from './ad-search/question.ts'
import { catalogueOf } from './catalogue.ts'
import { freeIn } from './free.ts'
import { remember } from './remember.ts'
import type { DB } from './schema.ts'
import { shownPrice } from './shown-price.ts'

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
  const { rate } = await catalogueOf(db)
  const shown = (tier: Tier) => shownPrice({ tier, currency: asked.currency, rate })
  const usual = shown(fromTier())
  const { rows: offers } = await sql<CityPrices['offers'][number]>`
    select a.category, count(*) as ads, ${pricesOf(usual)} from ad a join company c on c.id = a.company_id
    where a.city_id = ${asked.city} and a.status = 1 group by a.category order by count(*) desc, a.category`.execute(db)
  if (!offers[0]) return NOTHING
  const offered = sql`from ad a join company c on c.id = a.company_id
    where a.city_id = ${asked.city} and a.category = ${offers[0].category} and a.status = 1`
  const lengths = sql.join(
    TIERS.map(({ tier }) => sql`select ${tier} as tier, ${pricesOf(shown(tier))} ${offered}`),
    sql` union all `,
  )
  const [byType, byLength, byMonth, byTrust, ranges] = await Promise.all([
    sql<CityPrices['types'][number]>`
      select a.type_id as type, count(*) as ads, min(${usual}) as price_from ${offered}
      group by 1 order by count(*) desc, 1`.execute(db),
    sql<CityPrices['lengths'][number]>`${lengths}`.execute(db),
    freeByMonth(asked, sql`select a.id, c.turnaround_minutes, ${usual} as shown ${offered}`).execute(db),
    sql<CityPrices['guarantees'][number]>`
      select a.trust as trust_type, count(*) as ads ${offered} group by 1 order by count(*) desc, 1`.execute(db),
    sql<{ age_from: number; age_to: number; licence_from: number; licence_to: number }>`
      select min(a.min_driver_age) as age_from, max(a.min_driver_age) as age_to,
        min(a.min_licence_years) as licence_from, max(a.min_licence_years) as licence_to ${offered}`.execute(db),
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

/** The search itself asks in the same words whether a vehicle is free. */
function freeByMonth({ months, zone }: CityPricesQuestion, offered: RawBuilder<unknown>) {
  const starts = months.map(({ start_date }) => instantOf(start_date, NOON, zone))
  const ends = months.map(({ end_date }) => instantOf(end_date, NOON, zone))
  return sql<CityPrices['months'][number]>`
    select count(*) filter (where free) as free, min(shown) filter (where free) as price_from,
      percentile_disc(0.5) within group (order by shown) filter (where free) as price_usual
    from (
      select w.position, a.shown, ${freeIn(new Date())} as free from (${offered}) a
      cross join unnest(${starts}::timestamptz[], ${ends}::timestamptz[])
        with ordinality as w(start_at, end_at, position)
    ) asked group by position order by position`
}
