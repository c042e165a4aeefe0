import type { TierPrices } from '#app/rules/money/price.ts'

/**
 * Columns of `ad` that this release only writes: the one before, which may run beside it, compares a company's vehicles
 * by them. Whoever sets a rate leaves them; a later release removes them.
 */
export type SortPrices = { s1: number; s3: number; s7: number; s14: number; s30: number }

/**
 * Day prices in whole toman, at the rate of when they are set: `minorUnits` is how many minor units a unit of the ad's currency has (cents: 100),
 * `irtPerUnit` what a unit is worth. Source: decisions.md, "Renting".
 */
export function sortPricesOf(prices: TierPrices, irtPerUnit: number, minorUnits: number): SortPrices {
  const toman = (amount: number) => Math.round((amount * irtPerUnit) / minorUnits)
  return {
    s1: toman(prices.p1),
    s3: toman(prices.p3),
    s7: toman(prices.p7),
    s14: toman(prices.p14),
    s30: toman(prices.p30),
  }
}
