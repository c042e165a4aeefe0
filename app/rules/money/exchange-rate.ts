import { DAY_MS } from '#app/rules/time/durations.ts'

/** Days after which operators are reminded to set the exchange rate (ours: the toman may lose several percent in a week). */
export const RATE_DAYS = 7

/** Whether an exchange rate set at this instant may no longer be the market's. */
export function isOldRate(setAt: Date, now: Date): boolean {
  return now.getTime() - setAt.getTime() > RATE_DAYS * DAY_MS
}
