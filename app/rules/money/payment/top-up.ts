import type { CurrencyCode } from '../../constants.ts'

/** Limits of one top-up of a wallet, in the minor unit. The upper ones are the banks'. Source: *ours*. */
export const TOP_UP: Record<CurrencyCode, { min: number; max: number }> = {
  IRT: { min: 10_000, max: 50_000_000 },
  EUR: { min: 500, max: 200_000 },
}
