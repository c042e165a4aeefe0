import { type RawBuilder, sql } from 'kysely'
import { type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { counts, type Failures } from './candidates.ts'
import type { AdQuestion } from './question.ts'

/** Lowest and highest day price in minor units, and the histogram's bars: each is [its start divided by `step`, count]. */
export type Prices = { min: number; max: number; step: number; bars: [number, number][] }

export const MOST_BARS = 16
/** Steps of a histogram, in whole units of a currency. */
const STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 2.5, 5].map((nice) => nice * 10 ** power))
  .flat()
  .filter(Number.isInteger)

const STEP_LISTS = { IRT: sql.raw(stepsOf('IRT').join(',')), EUR: sql.raw(stepsOf('EUR').join(',')) }

/** The steps of a histogram in a currency's minor unit, ascending. */
export function stepsOf(currency: CurrencyCode): number[] {
  return STEPS.map((step) => step * WHOLE_UNIT[currency])
}

/**
 * Three queries for a `with`: `range` is the range of prices that pass the other filters, `step` the smallest round step
 * with few enough bars (as in `bucketEdges`), `bars` the bars that are not empty; the last one includes its upper end.
 */
export function priceQueries(requested: AdQuestion, fails: Failures): RawBuilder<unknown> {
  const others = counts(fails, 'price')
  return sql`range as (select min(shown) as low, max(shown) as high from fit where ${others}),
    step as (
      select low, high, min(s) as step from unnest('{${STEP_LISTS[requested.currency]}}'::bigint[]) s, range
      where high / s + (high % s > 0)::int - low / s <= ${sql.lit(MOST_BARS)} group by low, high
    ),
    bars as (
      select least(shown / step, greatest((high - 1) / step, low / step)) as bar, count(*) as n from fit, step
      where ${others} group by 1
    )`
}
