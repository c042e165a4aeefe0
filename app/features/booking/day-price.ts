import { formatNumber } from '#app/i18n/numerals.ts'
import type { CalendarDate } from '#app/rules/calendar-date.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { FROM_DAYS } from '#app/rules/price.ts'
import { rentalDays } from '#app/rules/rental-time.ts'
import type { ChosenDays } from './free-days.ts'

interface Tier {
  from_days: number
  per_day: number
}

const MILLION = 1_000_000
const CENTS = 100

/**
 * The price a day of the rental that a day of the calendar would make: from its pick-up to that day where the return is
 * next, else as long as the chosen one or a usual one. In the minor unit. Source: issue 7, B6.
 */
export function dayPrice(
  tiers: readonly Tier[],
  choice: { start?: CalendarDate; end?: CalendarDate },
  chosen: ChosenDays,
): number | undefined {
  const { start, end } = choice.end ? choice : chosen
  const days =
    start && end ? rentalDays({ date: start, time: chosen.startTime }, { date: end, time: chosen.endTime }) : FROM_DAYS
  return tiers.findLast(({ from_days }) => from_days <= Math.max(days, 1))?.per_day
}

/** A price short enough to stand under a day: million toman with at most two decimals, whole euros. */
export function shortPrice(amount: number, currency: CurrencyCode, language: Language): string {
  if (currency === 'EUR') return formatNumber(Math.round(amount / CENTS), language)
  return formatNumber(Math.round((amount / MILLION) * 100) / 100, language, 2)
}
