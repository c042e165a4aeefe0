import { type RawBuilder, sql } from 'kysely'
import { CURRENCY_IDS, type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { TIERS, tierOf, WHOLE_SHARE } from '#app/rules/money/price.ts'
import type { RentalPlan, RentalPlans } from './rental-plans.ts'

export type PricedRental = { days: number; currency: CurrencyCode; rate: number; plans: RentalPlans }

const IS_EURO = sql`c.currency_id = ${sql.lit(CURRENCY_IDS.EUR)}`
const NOTHING = sql``

/**
 * The price of ads `a` of companies `c` for a rental, in SQL. It equals that of `rentPrice` to the last digit, so that filters and
 * sorting never contradict the prices on the page: `shown` is the price per day, in the requested currency's minor unit. `joins`
 * adds the plans of companies and vehicles whose rules affect the rental, `isAllowed` keeps those that may be booked, and
 * `leadHours` are the hours before the pick-up by which they want a booking, null when no rule does. Source: decisions.md, "Renting".
 */
export function pricedAds(requested: PricedRental): {
  shown: RawBuilder<number>
  joins: RawBuilder<unknown>
  isAllowed: RawBuilder<unknown>
  leadHours: RawBuilder<number> | null
} {
  const { days, plans } = requested
  const flat = converted(sql.ref(`a.${tierOf(days)}`), requested)
  const all = [...plans.companies.values(), ...plans.vehicles.values()]
  if (all.length === 0) return { shown: flat, joins: NOTHING, isAllowed: NOTHING, leadHours: null }

  const parts = Math.max(...all.map(({ shares }) => shares.length))
  const planned = (column: string) => {
    const [ofVehicle, ofCompany] = [sql.ref(`vp.${column}`), sql.ref(`cp.${column}`)]
    if (plans.vehicles.size === 0) return ofCompany
    return plans.companies.size === 0 ? ofVehicle : sql`coalesce(${ofVehicle}, ${ofCompany})`
  }
  const tiers = new Set(all.map((plan) => tierOf(plan.days)))
  const tierPrice = tiers.size === 1 ? sql.ref(`a.${[...tiers][0]}`) : priceOfTier(planned('tier'))
  const share = (number: number) => converted(sharedPrice(tierPrice, planned(`share_${number}`)), requested)
  const total = sql.join(
    Array.from({ length: parts }, (_, number) => sql`${planned(`days_${number}`)} * ${share(number)}`),
    sql` + `,
  )
  const unit = sql.lit(WHOLE_UNIT[requested.currency])
  const by = sql`(${planned('days')} * ${unit})`
  const perDay = parts === 1 ? share(0) : sql`(2 * (${total}) + ${by}) / (2 * ${by}) * ${unit}`
  return {
    shown: sql`case when ${planned('days')} is null then ${flat} else ${perDay} end`,
    joins: sql`${joined(plans.companies, sql`cp`, sql`a.company_id`, parts)} ${joined(plans.vehicles, sql`vp`, sql`a.id`, parts)}`,
    isAllowed: all.some(({ isRefused }) => isRefused) ? sql`and not coalesce(${planned('refused')}, false)` : NOTHING,
    leadHours: all.some(({ lead_hours }) => lead_hours > 0) ? sql`coalesce(${planned('lead')}, 0)` : null,
  }
}

/** The condition that the rental of `w` is booked as many hours before its start as ad `a` wants. */
export function isBookedInTime(leadHours: RawBuilder<number> | null, now: Date): RawBuilder<unknown> {
  return leadHours ? sql`and w.start_at >= ${now}::timestamptz + make_interval(hours => a.lead_hours)` : NOTHING
}

/** The column that `isBookedInTime` reads. */
export function leadHoursColumn(leadHours: RawBuilder<number> | null): RawBuilder<unknown> {
  return leadHours ? sql`, ${leadHours} as lead_hours` : NOTHING
}

/** A price of company `c` in the requested currency, as `convertUnit` computes it. Prices are above 0. */
function converted(
  price: RawBuilder<unknown>,
  { currency, rate: perEuro }: Pick<PricedRental, 'currency' | 'rate'>,
): RawBuilder<number> {
  const rate = sql`${perEuro}::bigint`
  if (currency === 'IRT')
    return sql`case when ${IS_EURO} then greatest((${price} * ${rate} + 50000) / 100000 * 1000, 1000) else ${price} end`
  return sql`greatest(case when ${IS_EURO} then (${price} + 50) / 100 * 100 else (2 * ${price} + ${rate}) / (2 * ${rate}) * 100 end, 100)`
}

/** Rounds as `dayPrice` does: to 1,000 toman or 1 euro, and never below 1 toman or 1 euro. */
function sharedPrice(price: RawBuilder<unknown>, share: RawBuilder<unknown>): RawBuilder<unknown> {
  const whole = sql.lit(WHOLE_SHARE)
  const rounded = (step: number, least: number) =>
    sql`greatest((2 * ${price} * ${share} + ${whole} * ${sql.lit(step)}) / (2 * ${whole} * ${sql.lit(step)}) * ${sql.lit(step)}, ${sql.lit(least)})`
  return sql`(case when ${share} = ${whole} then ${price} when ${IS_EURO} then ${rounded(100, 100)} else ${rounded(1000, 1)} end)`
}

function priceOfTier(tier: RawBuilder<unknown>): RawBuilder<unknown> {
  const prices = TIERS.map(({ tier: name }, index) => sql`when ${sql.lit(index)} then ${sql.ref(`a.${name}`)}`)
  return sql`(case ${tier} ${sql.join(prices, sql` `)} end)`
}

function joined(
  plans: ReadonlyMap<number, RentalPlan>,
  name: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  parts: number,
): RawBuilder<unknown> {
  if (plans.size === 0) return NOTHING
  const rows = [...plans.values()]
  const numbers = Array.from({ length: parts }, (_, number) => number)
  const columns = [
    sql`${[...plans.keys()]}::int[]`,
    sql`${rows.map(({ days }) => days)}::bigint[]`,
    sql`${rows.map(({ days }) => TIERS.findIndex(({ tier }) => tier === tierOf(days)))}::int[]`,
    sql`${rows.map(({ isRefused }) => isRefused)}::bool[]`,
    sql`${rows.map(({ lead_hours }) => lead_hours)}::int[]`,
    ...numbers.flatMap((number) => [
      sql`${rows.map(({ shares }) => shares[number]?.share ?? WHOLE_SHARE)}::bigint[]`,
      sql`${rows.map(({ shares }) => shares[number]?.days ?? 0)}::bigint[]`,
    ]),
  ]
  const names = ['key', 'days', 'tier', 'refused', 'lead', ...numbers.flatMap((n) => [`share_${n}`, `days_${n}`])]
  return sql`left join unnest(${sql.join(columns)}) as ${name}(${sql.raw(names.join(', '))}) on ${name}.key = ${key}`
}
