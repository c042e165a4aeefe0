import { DAY_MS } from '../../time/durations.ts'
import type { ProposalStatus } from './proposal-status.ts'

/** How long operators have to decide a dispute. Source: decisions.md, "Decided after the second look". */
const DISPUTE_DAYS = 7
/** After which an unanswered proposal may be given to an operator; nothing is ever owed by silence. Source: *ours*. */
const ANSWER_DAYS = 7
/** What either side may say about a dispute: messages, and letters in each. Source: *ours*. */
export const STATEMENTS_MAX = 10
export const STATEMENT_LENGTH = 2000

/** What an operator decides: the company gets all that it asked for, a part of it, or nothing. */
export const RULINGS = ['FULL', 'PART', 'NOTHING'] as const
export type Ruling = (typeof RULINGS)[number]

export const DISPUTE_SIDES = ['CUSTOMER', 'COMPANY'] as const
export type DisputeSide = (typeof DISPUTE_SIDES)[number]

/** Amounts of a proposal in the minor unit: `ruled` is what an operator decided, null before. */
type Owed = { amount: number; ruled: number | null; from_deposit: number }

/** Until when a customer is waited for. */
export function answerBy(sent: Date): Date {
  return daysAfter(sent, ANSWER_DAYS)
}

/** Until when an operator decides. */
export function decideBy(opened: Date): Date {
  return daysAfter(opened, DISPUTE_DAYS)
}

/** What is owed by a ruling, or what is wrong with its amount: a key of `errors.json`. */
export function ruledAmount(
  asked: number,
  { ruling, amount }: { ruling: Ruling; amount: number | undefined },
): { ruled: number } | { fieldError: 'required' | 'less_than_asked' } {
  if (ruling === 'FULL') return { ruled: asked }
  if (ruling === 'NOTHING') return { ruled: 0 }
  if (!amount || amount < 0) return { fieldError: 'required' }
  return amount < asked ? { ruled: amount } : { fieldError: 'less_than_asked' }
}

/** Which ruling an amount is. */
export function rulingOf(asked: number, ruled: number): Ruling {
  if (ruled === 0) return 'NOTHING'
  return ruled < asked ? 'PART' : 'FULL'
}

/**
 * What a ruling books: as much as the company holds of the deposit is kept of it at once, and the rest is still to be paid. The
 * status follows: nothing owed, all of it paid, or a rest.
 */
export function bookedRuling({ ruled, held }: { ruled: number; held: number }): {
  fromDeposit: number
  status: Extract<ProposalStatus, 'DISMISSED' | 'PAID' | 'RULED'>
} {
  const fromDeposit = Math.min(ruled, held)
  if (ruled === 0) return { fromDeposit, status: 'DISMISSED' }
  return { fromDeposit, status: fromDeposit === ruled ? 'PAID' : 'RULED' }
}

/** What is still to be paid of a proposal that is owed. */
export function leftToPay({ amount, ruled, from_deposit }: Owed): number {
  return (ruled ?? amount) - from_deposit
}

/**
 * What of a held deposit the company may give back now: what is disputed is held back until an operator decides. Source:
 * decisions.md, "Decided after the second look".
 */
export function freeDeposit(held: number, proposals: readonly { status: ProposalStatus; amount: number }[]): number {
  const disputed = proposals.reduce((sum, { status, amount }) => (status === 'DISPUTED' ? sum + amount : sum), 0)
  return Math.max(0, held - disputed)
}

function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS)
}
