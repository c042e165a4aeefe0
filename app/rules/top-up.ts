import type { CurrencyCode } from './constants.ts'

/** What one top-up of a wallet may be, in the minor unit: below makes no sense, above are the banks' limits. Source: *ours*. */
export const TOP_UP: Record<CurrencyCode, { min: number; max: number }> = {
  IRT: { min: 10_000, max: 50_000_000 },
  EUR: { min: 500, max: 200_000 },
}
