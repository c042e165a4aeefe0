import type { TierPrices } from './price.ts'

/** By how many percent a day of a longer rental is cheaper than a day of the shortest. */
export type TierDiscounts = Record<'p3' | 'p7' | 'p14' | 'p30', number>

/** The most that a day may be cheaper by its length. Source: *ours*. */
export const MOST_TIER_DISCOUNT = 90

/**
 * The day prices that follow from the shortest rental's, rounded half up to whole steps and never below one of them.
 * @param step a whole unit as prices are shown: 1,000 toman or a euro, in the minor unit
 */
export function discountedTiers(p1: number, discounts: TierDiscounts, step: number): TierPrices {
  const priceAt = (percent: number) =>
    percent === 0 ? p1 : Math.max(Math.min(step, p1), Math.round((p1 * (100 - percent)) / 100 / step) * step)
  return {
    p1,
    p3: priceAt(discounts.p3),
    p7: priceAt(discounts.p7),
    p14: priceAt(discounts.p14),
    p30: priceAt(discounts.p30),
  }
}
