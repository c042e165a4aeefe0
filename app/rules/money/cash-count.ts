import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'

/** Notes and coins that are counted at the end of a day, in the minor unit, the largest first. */
export const DENOMINATIONS = {
  IRT: [100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500],
  EUR: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
} as const satisfies Record<CurrencyCode, readonly number[]>
export type PieceValue = (typeof DENOMINATIONS)[CurrencyCode][number]
/** The pieces of a currency, the largest first. */
export const piecesOf = (currency: CurrencyCode): readonly PieceValue[] => DENOMINATIONS[currency]
/** The most pieces of one kind. */
export const PIECES_MAX = 100_000

/** How many pieces there are of each kind, by its value in the minor unit. */
export type CashCounts = Readonly<Record<string, number>>

/** Why a till is not what its book says. */
export const DIFFERENCE_REASONS = ['MISCOUNT', 'CHANGE', 'EXPENSE', 'UNBOOKED', 'OTHER'] as const
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number]

/** What pieces are worth together, in the minor unit. Throws a RangeError for a kind that the currency does not have. */
export function countedSum(counts: CashCounts, currency: CurrencyCode): number {
  return Object.entries(counts).reduce((sum, [value, pieces]) => {
    if (pieces !== 0 && !piecesOf(currency).some((one) => one === Number(value)))
      throw new RangeError(`${currency} has no piece of ${value}`)
    return sum + Number(value) * pieces
  }, 0)
}

export interface Closing {
  /** What was in the till at its opening, in the minor unit. */
  opening: number
  /** What the book says has come in since, less what has gone out. */
  booked: number
  counted: number
  /** What stays in the till for the next day. */
  kept: number
}

/** What a closing says: what should be there, by how much the count differs (negative: short), and what goes to the bank. */
export function closingOf({ opening, booked, counted, kept }: Closing) {
  const expected = opening + booked
  return { expected, difference: counted - expected, to_bank: counted - kept }
}

/** A piece's value as people say it: 0.5 for fifty cents. */
export const pieceUnits = (value: number, currency: CurrencyCode) => value / WHOLE_UNIT[currency]
