import { addDays, type CalendarDate } from '../time/calendar-date.ts'

/** How a country bounds deposits. A draft is not law yet, and is said to be one wherever it shows. */
export type DepositRule = {
  country: string
  /** The day of the text. */
  of: CalendarDate
  source: string
  isDraft: boolean
  /** The highest deposit, in days' rents, by the rental's length: the first one that reaches it counts; none: no bound. */
  caps: readonly { upToDays: number; dayRents: number }[]
  /** Days after the return within which it is given back. */
  backWithinDays: number
}

/** Bounds of deposits. Source: issue 19, B: a draft of Turkey of 10 February 2026. */
const DEPOSIT_RULES: readonly DepositRule[] = [
  {
    country: 'TR',
    of: '2026-02-10',
    source: 'Ticaret Bakanlığı',
    isDraft: true,
    caps: [
      { upToDays: 6, dayRents: 3 },
      { upToDays: 30, dayRents: 7 },
    ],
    backWithinDays: 7,
  },
]

/** Days after a return within which a deposit is given back where neither a rule nor the company says otherwise. Source: *ours*. */
export const DEPOSIT_BACK_DAYS = 7
/** The most that a company may write into its terms. Source: *ours*. */
export const DEPOSIT_BACK_DAYS_MAX = 30
/** Days before the last one on which a deposit that is to be given back counts as soon. */
const SOON_DAYS = 2

/** The rule of a country, by its code; undefined where there is none. */
export function depositRule(country: string): DepositRule | undefined {
  return DEPOSIT_RULES.find((rule) => rule.country === country)
}

/** A bound: the amount in the minor unit that the rent of a day is in, and how many of them it is. */
export type DepositCap = { amount: number; dayRents: number }

/** The highest deposit for a rental in a country; null where nothing bounds it. */
export function depositCap({
  country,
  days,
  dayRent,
}: {
  country: string
  days: number
  dayRent: number
}): DepositCap | null {
  const cap = depositRule(country)?.caps.find(({ upToDays }) => days <= upToDays)
  return cap ? { amount: cap.dayRents * dayRent, dayRents: cap.dayRents } : null
}

/** Days after the return within which a deposit is given back: the company's term, never more than the country's rule. */
export function depositBackDays(country: string, term: number | null): number {
  return Math.min(term ?? DEPOSIT_BACK_DAYS, depositRule(country)?.backWithinDays ?? DEPOSIT_BACK_DAYS_MAX)
}

/** The last day on which a deposit is given back, for a rental that ends on this day in a country. */
export function depositBackBy(end: CalendarDate, country: string, term: number | null): CalendarDate {
  return addDays(end, depositBackDays(country, term))
}

/**
 * The states of a deposit. NONE: none was agreed. HELD: taken, and something of it is still held. Then it is over: all of it was
 * given back, a part was kept, or all was kept.
 */
export const DEPOSIT_STATES = ['NONE', 'AGREED', 'HELD', 'GIVEN_BACK', 'PARTLY_KEPT', 'KEPT'] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** A deposit, in the minor unit of its rental: what of `taken` is neither given back nor kept is held. */
export type Deposit = { agreed: number; taken: number; back: number; kept: number }

/** A step of a deposit; a part is only kept for a charge that the customer accepted or an operator decided. */
export type DepositStep =
  | { kind: 'TAKE'; amount: number; cap: number | null }
  | { kind: 'GIVE_BACK'; amount: number; disputed: number }
  | { kind: 'KEEP'; amount: number; ground: 'ACCEPTED' | 'RULED' | null }

/** Why a step is refused: keys of `errors.json`. */
export type DepositRefusal =
  | 'min'
  | 'deposit_taken'
  | 'deposit_cap'
  | 'deposit_not_taken'
  | 'more_than_held'
  | 'deposit_disputed'
  | 'charge_not_accepted'

/** What is still held. */
export function heldOf({ taken, back, kept }: Pick<Deposit, 'taken' | 'back' | 'kept'>): number {
  return taken - back - kept
}

/** The state of a deposit. */
export function depositState(deposit: Deposit): DepositState {
  const { agreed, taken, back, kept } = deposit
  if (taken === 0) return agreed > 0 ? 'AGREED' : 'NONE'
  if (heldOf(deposit) > 0) return 'HELD'
  if (kept === 0) return 'GIVEN_BACK'
  return back > 0 ? 'PARTLY_KEPT' : 'KEPT'
}

/**
 * A deposit after a step, or why the step is refused. It is taken once, what is disputed is not given back, and there is no way back:
 * of what was taken everything is held, given back or kept, to the minor unit. Source: issue 19, B; decisions.md, "Decided after the second look".
 */
export function afterDepositStep(
  deposit: Deposit,
  step: DepositStep,
): { deposit: Deposit; refused?: undefined } | { refused: DepositRefusal; deposit?: undefined } {
  const { amount } = step
  const held = heldOf(deposit)
  if (!Number.isSafeInteger(amount) || amount <= 0) return { refused: 'min' }
  if (step.kind === 'TAKE') {
    if (deposit.taken > 0) return { refused: 'deposit_taken' }
    if (step.cap !== null && amount > step.cap) return { refused: 'deposit_cap' }
    return { deposit: { ...deposit, taken: amount } }
  }
  if (deposit.taken === 0) return { refused: 'deposit_not_taken' }
  if (amount > held) return { refused: 'more_than_held' }
  if (step.kind === 'GIVE_BACK') {
    if (amount > held - step.disputed) return { refused: 'deposit_disputed' }
    return { deposit: { ...deposit, back: deposit.back + amount } }
  }
  if (step.ground === null) return { refused: 'charge_not_accepted' }
  return { deposit: { ...deposit, kept: deposit.kept + amount } }
}

type OnlineFacts = {
  deposit: Deposit
  /** The most that the country allows, in the same minor unit. */
  cap: number | null
  /** Whether the rental is binding: accepted by its company, and not over. */
  isBinding: boolean
}

/**
 * What is paid of an agreed deposit where it is paid online, in the minor unit of its rental: never more than the country allows; null
 * where none is agreed, it was taken in another way, or the rental is not binding (any more). Source: issue 19, B.
 */
export function onlineDeposit({ deposit, cap, isBinding }: OnlineFacts): number | null {
  if (!isBinding || depositState(deposit) !== 'AGREED') return null
  const amount = Math.min(deposit.agreed, cap ?? deposit.agreed)
  return amount > 0 ? amount : null
}

/**
 * What the marketplace gives back by itself of a deposit that it holds: all of it where the rental was called off; after the last day
 * for it what no charge that may still be owed asks for. Amounts in the minor unit of the rental. Source: *ours*.
 */
export function returnedByItself({
  held,
  claimed,
  isCalledOff,
}: {
  held: number
  /** What open, accepted and disputed charges ask for and is not paid. */
  claimed: number
  isCalledOff: boolean
}): number {
  return isCalledOff ? held : Math.max(0, held - claimed)
}

export const DEPOSIT_DUE = ['LATER', 'SOON', 'OVERDUE'] as const
export type DepositDue = (typeof DEPOSIT_DUE)[number]

/** How near the last day is on which a held deposit is given back. */
export function depositDue(backBy: CalendarDate, today: CalendarDate): DepositDue {
  if (backBy < today) return 'OVERDUE'
  return backBy <= addDays(today, SOON_DAYS) ? 'SOON' : 'LATER'
}
