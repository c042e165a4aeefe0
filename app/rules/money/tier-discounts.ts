import type { TierPrices } from './price.ts'

/** The discount on the day price of longer rentals, in percent of the shortest tier's day price. */
export type TierDiscounts = Record<'p3' | 'p7' | 'p14' | 'p30', number>

/** The highest such discount, in percent. Source: *ours*. */
export const MOST_TIER_DISCOUNT = 90

/**
 * The day prices of all tiers, from that of the shortest: rounded half up to whole steps, at least one step.
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
