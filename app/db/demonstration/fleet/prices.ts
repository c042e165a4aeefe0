import type { TierPrices } from '#app/rules/money/price.ts'
import type { Chance } from '../random.ts'

/** Day prices of longer rentals, in percent of the price for one day. */
const FALLS: readonly Record<Exclude<keyof TierPrices, 'p1'>, number>[] = [
  { p3: 95, p7: 89, p14: 82, p30: 70 },
  { p3: 93, p7: 86, p14: 78, p30: 66 },
  { p3: 97, p7: 91, p14: 84, p30: 73 },
]

/** Steps in which companies set prices: 10,000 toman; a whole euro. */
const STEP = { toman: 10_000, cents: 100 }

/**
 * Day prices by length of rental, in toman or cents: the model's price, raised for newer vehicles and by the company's price
 * level. They never rise with the length.
 */
export function pricesOf(vehicle: {
  /** Thousand toman or euros. */
  base: number
  inToman: boolean
  /** 0 for the oldest of its model, 1 for the newest. */
  newness: number
  /** The company's level in percent. */
  level: number
  chance: Chance
}): TierPrices {
  const { base, inToman, newness, level, chance } = vehicle
  const minor = base * (inToman ? 1000 : 100)
  const first = (minor * level * (94 + 12 * newness)) / 10_000
  const fall = chance.pick(FALLS)
  const step = inToman ? STEP.toman : STEP.cents
  const rounded = (percent: number) => Math.max(step, Math.round((first * percent) / 100 / step) * step)
  return {
    p1: rounded(100),
    p3: rounded(fall.p3),
    p7: rounded(fall.p7),
    p14: rounded(fall.p14),
    p30: rounded(fall.p30),
  }
}
