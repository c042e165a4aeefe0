import { type RawBuilder, sql } from 'kysely'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import type { Tier } from '#app/rules/price.ts'

/**
 * The day price of ad `a` of company `c` as people are shown it, in the requested currency's minor unit: in SQL what
 * `convertUnit` does, to the last digit, so that a filter or an order never contradicts what is read. Source: decisions.md,
 * "Renting".
 */
export function shownPrice(requested: { tier: Tier; currency: CurrencyCode; rate: number }): RawBuilder<number> {
  const price = sql.ref(`a.${requested.tier}`)
  const rate = sql`${requested.rate}::bigint`
  const isEuro = sql`c.currency_id = ${sql.lit(CURRENCY_IDS.EUR)}`
  if (requested.currency === 'IRT')
    return sql`case when ${isEuro} then (${price} * ${rate} + 50000) / 100000 * 1000 else ${price} end`
  return sql`case when ${isEuro} then (${price} + 50) / 100 * 100 else (2 * ${price} + ${rate}) / (2 * ${rate}) * 100 end`
}
