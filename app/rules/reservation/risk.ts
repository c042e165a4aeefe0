import { type Tier, tierOf } from '#app/rules/money/price.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'

/**
 * What puts a rental at risk: its vehicle is not back, its insurance or inspection ends before, another calendar has the
 * vehicle too, or its customer of now asks to keep it. Source: issue 19, A.
 */
export const RISK_KINDS = ['LATE', 'PAPER', 'BLOCK', 'EXTENSION'] as const
export type RiskKind = (typeof RISK_KINDS)[number]

/** How far ahead a late return endangers the next rental. Source: *ours*. */
const RISK_MS = DAY_MS
/** How many days ahead papers are looked at. Source: *ours*. */
export const RISK_PAPER_DAYS = 7

/** When a vehicle has to be back for its next rental: its gap before the pick-up. `gap` in minutes. */
export function neededBy(pickUp: Date, gap: number): Date {
  return new Date(pickUp.getTime() - gap * MINUTE_MS)
}

type TierPrices = Record<Tier, number>

/** What a company gives away with a better vehicle: the difference of the list's prices for the days, never below 0. */
export function costOfBetter({ own, better, days }: { own: TierPrices; better: TierPrices; days: number }): number {
  const tier = tierOf(days)
  return Math.max(0, better[tier] - own[tier]) * days
}

/** When a late vehicle endangers its next rental: from a day before it has to be back. Source: *ours*. */
export function isEndangered({ pickUp, gap, now }: { pickUp: Date; gap: number; now: Date }): boolean {
  return neededBy(pickUp, gap).getTime() - now.getTime() <= RISK_MS
}
