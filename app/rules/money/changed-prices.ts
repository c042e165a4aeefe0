import type { CurrencyCode } from '../constants.ts'
import { divideHalfUp, type TierPrices } from './price.ts'

/** How many prices change at once: by percent or by an amount, up or down. */
export const PRICE_CHANGES = ['PERCENT_UP', 'PERCENT_DOWN', 'AMOUNT_UP', 'AMOUNT_DOWN'] as const
export type PriceChangeKind = (typeof PRICE_CHANGES)[number]

/** A change of prices; `value` is a whole percentage or an amount in the minor unit, `step` what prices are rounded to, in the minor unit. */
export interface PriceChange {
  kind: PriceChangeKind
  value: number
  step: number
}

/** The highest day price, in the minor unit. */
export const DAY_PRICE_MAX = 1_000_000_000
/** The highest percentage up and down. Source: *ours*. */
export const PERCENT_MAX = { PERCENT_UP: 200, PERCENT_DOWN: 90 } as const

/** To what prices can be rounded, in the minor unit; the first one leaves them as they are. Source: *ours*. */
export const ROUNDING_STEPS: Record<CurrencyCode, readonly number[]> = {
  IRT: [1, 1000, 10_000, 50_000],
  EUR: [1, 50, 100, 500],
}
/** What a form proposes. */
export const USUAL_STEP: Record<CurrencyCode, number> = { IRT: 10_000, EUR: 100 }

/** Whether it is a percentage. */
export function isPercent(kind: PriceChangeKind): kind is 'PERCENT_UP' | 'PERCENT_DOWN' {
  return kind === 'PERCENT_UP' || kind === 'PERCENT_DOWN'
}

/**
 * The day prices of all lengths after a change, each rounded half up to whole steps: a longer rental's day stays at most as expensive as a
 * shorter one's. Undefined where one of them would be nothing, or more than a day may cost.
 */
export function changedPrices(before: TierPrices, change: PriceChange): TierPrices | undefined {
  const priceAfter = (price: number) => roundedAfter(price, change)
  const after: TierPrices = {
    p1: priceAfter(before.p1),
    p3: priceAfter(before.p3),
    p7: priceAfter(before.p7),
    p14: priceAfter(before.p14),
    p30: priceAfter(before.p30),
  }
  return Object.values(after).every((price) => price >= 1 && price <= DAY_PRICE_MAX) ? after : undefined
}

function roundedAfter(price: number, { kind, value, step }: PriceChange): number {
  const signed = kind === 'PERCENT_UP' || kind === 'AMOUNT_UP' ? value : -value
  return isPercent(kind)
    ? divideHalfUp(price * (100 + signed), 100 * step) * step
    : divideHalfUp(price + signed, step) * step
}
