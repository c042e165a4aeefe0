import type { TierPrices } from '#app/rules/money/price.ts'

/** The columns of `ad` by which listings of all currencies are sorted and filtered. */
export type SortPrices = { s1: number; s3: number; s7: number; s14: number; s30: number }

/**
 * Day prices in whole toman: `minorUnits` is how many minor units a unit of the ad's currency has (cents: 100),
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
