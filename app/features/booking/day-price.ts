import { type CurrencyCode, FROM_DAYS } from '#app/rules/constants.ts'
import { rentPrice } from '#app/rules/money/price.ts'
import { sharesOf } from '#app/rules/money/price-rules.ts'
import { type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { rentalDays } from '#app/rules/time/rental-time.ts'
import type { ShownAd } from './booking-form.ts'
import type { ChosenDays } from './free-days.ts'

/** What the prices under the calendar's days are computed from. */
export type DayPrices = Pick<ShownAd, 'pricing'> & {
  tiers: readonly { from_days: number; per_day: number }[]
  currency: CurrencyCode
  today: CalendarDate
}

/**
 * The price per day of the rental that results from choosing a day in the calendar: one that ends on that day when the return is
 * chosen next, otherwise one that begins on it and is as long as the chosen or a usual one. In the minor unit. Source: *ours*.
 */
export function dayPrice(
  { tiers, pricing, currency, today }: DayPrices,
  choice: { start?: CalendarDate; end?: CalendarDate },
  chosen: ChosenDays,
): number | undefined {
  const { start, end } = choice.end ? choice : chosen
  const days =
    start && end ? rentalDays({ date: start, time: chosen.startTime }, { date: end, time: chosen.endTime }) : FROM_DAYS
  if (!pricing || !choice.start) return tiers.findLast(({ from_days }) => from_days <= Math.max(days, 1))?.per_day
  const shares = sharesOf(pricing.rules, { start_date: choice.start, days, ahead: daysBetween(today, choice.start) })
  const { tiers: prices, currency: from, rate } = pricing
  return rentPrice({ days, shares, tiers: prices, from, to: currency, rate }).per_day
}
