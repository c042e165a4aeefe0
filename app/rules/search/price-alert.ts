import { DAY_MS, HOUR_MS } from '../time/durations.ts'

/** What somebody waits for: anything cheaper than now, a tenth less, or an amount of their own. */
export const ALERT_GOALS = ['ANY', 'TENTH', 'AMOUNT'] as const
export type AlertGoal = (typeof ALERT_GOALS)[number]

/** How the one message of an alert comes. */
export const ALERT_WAYS = ['EMAIL', 'PUSH'] as const
export type AlertWay = (typeof ALERT_WAYS)[number]

/** Why an alert is over: its message went out, somebody ended it, or its time passed. */
export const ALERT_ENDS = ['SENT', 'STOPPED', 'EXPIRED'] as const
export type AlertEnd = (typeof ALERT_ENDS)[number]

/** WAITING: its mailbox is not confirmed yet. */
export const ALERT_STATUSES = ['WAITING', 'OPEN', ...ALERT_ENDS] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** The bounds of price alerts. Source: issue 19, D; the numbers are *ours*. */
export const ALERT_BOUNDS = {
  /** Open alerts of an account, and of a mailbox without one. */
  perAccount: 10,
  perMailbox: 5,
  /** Links to confirm that a mailbox gets in a day. */
  confirmationsADay: 3,
  /** Requests of a person, or of a network where nobody is signed in, in an hour. */
  perHour: 10,
  confirmWithinHours: 48,
  longestDays: 90,
  checkedEveryHours: 3,
  /** Letters of a stored search. */
  searchLetters: 4000,
} as const

/** The highest total, in the minor unit, of which an alert is sent; `seen` is what the cheapest offer costs now. */
export function highestWanted({ goal, seen, amount }: { goal: AlertGoal; seen: number; amount: number }): number {
  if (goal === 'AMOUNT') return Math.min(amount, seen - 1)
  return goal === 'TENTH' ? Math.min(Math.floor((seen * 9) / 10), seen - 1) : seen - 1
}

/** When an alert ends by itself: at the pick-up, and after 90 days at the latest. */
export function alertEnd(pickUp: Date, asked: Date): Date {
  return new Date(Math.min(pickUp.getTime(), asked.getTime() + ALERT_BOUNDS.longestDays * DAY_MS))
}

/** Whether a link to confirm is still good. */
export function mayConfirm(requested: Date, now: Date): boolean {
  return requested >= confirmableFrom(now)
}

/** When a link that can still be confirmed was asked for at the earliest. */
export function confirmableFrom(now: Date): Date {
  return new Date(now.getTime() - ALERT_BOUNDS.confirmWithinHours * HOUR_MS)
}
