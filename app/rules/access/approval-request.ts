import type { CurrencyCode } from '../constants.ts'
import type { ReviewOutcome } from '../money/payment/review-outcome.ts'
import type { OperatorRole, OperatorWork } from './operator-role.ts'

/** A discount code that an operator asks to create. */
export type NewCode = {
  code: string
  percent?: number | undefined
  cap?: number | undefined
  amount?: number | undefined
  currency: CurrencyCode
  start_date: string
  end_date: string
  min_days: number
  total_uses: number
  once_per_phone: boolean
  /** Ids of what it is limited to; none or an empty list means no limit. */
  categories?: number[] | undefined
  cities?: number[] | undefined
  companies?: number[] | undefined
}

/**
 * What one operator requests and a second one approves. Movements of money have tables of their own and are not here.
 */
export type RequestedChange =
  /** Appoints, limits or, by null, removes an operator. */
  | { kind: 'OPERATOR'; account: string; role: OperatorRole | null }
  /** Amounts in the minor unit; what is left out stays. */
  | {
      kind: 'CONFIG'
      euro_rate?: number | undefined
      approval_irt?: number | undefined
      approval_eur?: number | undefined
    }
  /** `own_percent`: on the bookings that the company's own staff make; absent where it stays. */
  | { kind: 'COMMISSION'; company: number; percent: number; own_percent?: number }
  /** Removes the second factor of another operator. */
  | { kind: 'SECOND_FACTOR'; account: string }
  /** Whether the bank returned a payment to the card, where it never answered. */
  | { kind: 'CARD_RETURN'; payment: string; outcome: 'RETURNED' | 'WALLET' }
  /** What became of a payment that only a person can place; `reference` is the bank's, where we have none. */
  | { kind: 'REVIEW'; payment: string; outcome: ReviewOutcome; reference?: string | undefined }
  /** A ruling on a dispute: what is owed, in the minor unit, and why. */
  | { kind: 'RULING'; dispute: string; ruled: number; reason: string }
  /**
   * Confirms that a bank account belongs to the company although the holder's name differs. `changed_at` says which
   * account: the one entered then.
   */
  | { kind: 'HOLDER'; company: number; changed_at: string }
  /** A discount code above one operator's limit. Days as typed, amounts in the minor unit. */
  | { kind: 'CODE'; code: NewCode }
export type RequestKind = RequestedChange['kind']

/** Which operators deal with each kind, besides those whose role is ALL. Source: *ours*. */
export const WORK_OF_REQUEST: Record<RequestKind, readonly OperatorWork[]> = {
  OPERATOR: [],
  CONFIG: ['MONEY'],
  COMMISSION: ['MONEY'],
  SECOND_FACTOR: [],
  CARD_RETURN: ['MONEY'],
  REVIEW: ['MONEY'],
  RULING: ['MONEY'],
  HOLDER: ['MONEY'],
  CODE: ['MONEY'],
}
