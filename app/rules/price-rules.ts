import { addDays, type CalendarDate, daysBetween, weekday } from './calendar-date.ts'
import { FROM_DAYS } from './constants.ts'
import { type DayShare, WHOLE_SHARE } from './price.ts'

/** Days of one price level: `ends_on` is the last of them. Its percent stands in the place of the weekday's. */
export interface PriceSeason {
  name: string
  starts_on: CalendarDate
  ends_on: CalendarDate
  /** Added to the day price; negative takes off. */
  percent: number
  /** The least days of a rental that begins in it; null leaves the usual least. */
  min_days: number | null
}

/** A discount for who books so many days before the pick-up: at most for the last minute, at least for early ones. */
export interface AheadDiscount {
  days: number
  percent: number
}

/**
 * How a day price changes with the days and the booking, and what may be booked. Null says nothing: of a vehicle's rules
 * it leaves the company's.
 */
export interface PriceRules {
  /** Percents added from Monday to Sunday. */
  weekdays: readonly number[] | null
  /** In order, no two of them on one day. */
  seasons: readonly PriceSeason[]
  min_days: number | null
  max_days: number | null
  /** Hours between the booking and the pick-up at least. */
  notice_hours: number | null
  last_minute: AheadDiscount | null
  early: AheadDiscount | null
}

export const NO_PRICE_RULES: PriceRules = {
  weekdays: null,
  seasons: [],
  min_days: null,
  max_days: null,
  notice_hours: null,
  last_minute: null,
  early: null,
}

/** What of a rental its prices hang on. */
export interface RuledRental {
  start_date: CalendarDate
  days: number
  /** How many days before the pick-up's date it is booked. */
  ahead: number
}

/** What may be set, in percent, days and hours: a day always costs something. */
export const PRICE_RULE_LIMITS = {
  percent: { min: -90, max: 300 },
  discount: { min: 0, max: 90 },
  days: { min: 1, max: 365 },
  last_minute_days: { min: 0, max: 30 },
  notice_hours: { min: 0, max: 2160 },
  seasons: 40,
} as const

/** A month from tomorrow: where the price of a rental without dates is looked for. */
const USUAL_STARTS = 30
const WEEK = 7
const DAY_HOURS = 24
const FROM_MONDAY = 6
const PERCENT = 100

/**
 * The rules of a vehicle of a company: each that the vehicle has stands in the place of the company's, and on a day of
 * one of its own seasons those of the company don't count. Source: issue 10.
 */
export function mergeRules(company: PriceRules | null, vehicle: PriceRules | null): PriceRules {
  if (!vehicle) return company ?? NO_PRICE_RULES
  if (!company) return vehicle
  return {
    weekdays: vehicle.weekdays ?? company.weekdays,
    seasons: inOrder([...vehicle.seasons, ...vehicle.seasons.reduce(without, [...company.seasons])]),
    min_days: vehicle.min_days ?? company.min_days,
    max_days: vehicle.max_days ?? company.max_days,
    notice_hours: vehicle.notice_hours ?? company.notice_hours,
    last_minute: vehicle.last_minute ?? company.last_minute,
    early: vehicle.early ?? company.early,
  }
}

/**
 * How many days before a pick-up it is booked: days of the calendar in UTC, so that it is one number in all cities.
 * Source: *ours*.
 */
export function daysAhead(bookedAt: Date, start_date: CalendarDate): number {
  return daysBetween(bookedAt.toISOString().slice(0, 10), start_date)
}

/**
 * What share of the tier's price each day of a rental costs, days of one share together, in the order of their first day.
 * The rules in their order: a day's season, or where it has none its weekday, adds its percent; then the discount of the
 * booking is taken off, the last minute's or the early one's, and the larger where both hold. A day of a rental begins on
 * its date, the first on the pick-up's. Source: issue 10.
 */
export function sharesOf(rules: PriceRules, { start_date, days, ahead }: RuledRental): DayShare[] {
  const shares = new Map<number, number>()
  const left = PERCENT - discountOf(rules, ahead)
  const add = (percent: number, count: number) => {
    const share = ((PERCENT + percent) * left * WHOLE_SHARE) / (PERCENT * PERCENT)
    if (count > 0) shares.set(share, (shares.get(share) ?? 0) + count)
  }
  const addWeekdays = (from: CalendarDate, count: number) => {
    if (!rules.weekdays) return add(0, count)
    const first = (weekday(from) + FROM_MONDAY) % WEEK
    for (let day = 0; day < Math.min(count, WEEK); day++)
      add(rules.weekdays[(first + day) % WEEK] ?? 0, Math.ceil((count - day) / WEEK))
  }
  let next = start_date
  const end = addDays(start_date, days)
  for (const season of rules.seasons) {
    if (season.ends_on < next) continue
    if (season.starts_on >= end) break
    const from = season.starts_on > next ? season.starts_on : next
    addWeekdays(next, daysBetween(next, from))
    const after = addDays(season.ends_on, 1)
    const to = after < end ? after : end
    add(season.percent, daysBetween(from, to))
    next = to
  }
  addWeekdays(next, daysBetween(next, end))
  return [...shares].map(([share, count]) => ({ days: count, share }))
}

/** The season that a day is in. */
export function seasonOf(rules: PriceRules, date: CalendarDate): PriceSeason | undefined {
  return rules.seasons.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
}

/**
 * How short and how long a rental from this day may be; null where nothing bounds it. A longest that is below the least
 * (a season's, or the company's beside the vehicle's) gives way.
 */
function lengthsOf(rules: PriceRules, start_date: CalendarDate): { min: number; max: number | null } {
  const min = seasonOf(rules, start_date)?.min_days ?? rules.min_days ?? 1
  return { min, max: rules.max_days === null ? null : Math.max(rules.max_days, min) }
}

/** Why a rental of so many days from this day can't be booked: shorter or longer than the company allows. */
export function lengthError(
  rules: PriceRules,
  { start_date, days }: { start_date: CalendarDate; days: number },
): { key: 'rental_too_short' | 'rental_too_long'; days: number } | null {
  const { min, max } = lengthsOf(rules, start_date)
  if (days < min) return { key: 'rental_too_short', days: min }
  return max !== null && days > max ? { key: 'rental_too_long', days: max } : null
}

/**
 * The rental whose price is shown where nobody chose dates: of so many days, or as near to that as is allowed, from the day
 * of the coming month on which it costs the least, the earliest of equals. Source: *ours*, issue 7, B5.
 */
export function usualRental(
  rules: PriceRules,
  { today, days: asked = FROM_DAYS }: { today: CalendarDate; days?: number },
): RuledRental {
  const first = Math.ceil((rules.notice_hours ?? 0) / DAY_HOURS) + 1
  const starts = Array.from({ length: USUAL_STARTS }, (_, index) => first + index).map((ahead) => {
    const start_date = addDays(today, ahead)
    const { min, max } = lengthsOf(rules, start_date)
    const days = Math.min(Math.max(asked, min), max ?? Number.POSITIVE_INFINITY)
    const sum = sharesOf(rules, { start_date, days, ahead }).reduce((all, part) => all + part.share * part.days, 0)
    return { start_date, days, ahead, off: Math.abs(days - asked), cost: sum / days }
  })
  const { start_date, days, ahead } = starts.reduce((best, one) =>
    one.off < best.off || (one.off === best.off && one.cost < best.cost) ? one : best,
  )
  return { start_date, days, ahead }
}

/** The first two of these seasons that share a day, by their places in the list. */
export function overlapOf(seasons: readonly Pick<PriceSeason, 'starts_on' | 'ends_on'>[]): [number, number] | null {
  for (const [index, one] of seasons.entries())
    for (const [other, two] of seasons.entries())
      if (other < index && one.starts_on <= two.ends_on && two.starts_on <= one.ends_on) return [other, index]
  return null
}

function discountOf({ last_minute, early }: PriceRules, ahead: number): number {
  const late = last_minute && ahead <= last_minute.days ? last_minute.percent : 0
  return Math.max(late, early && ahead >= early.days ? early.percent : 0)
}

/** Seasons without the days of one that stands in their place. */
function without(seasons: readonly PriceSeason[], { starts_on, ends_on }: PriceSeason): PriceSeason[] {
  return seasons.flatMap((season) => {
    if (season.ends_on < starts_on || season.starts_on > ends_on) return [season]
    const before = { ...season, ends_on: addDays(starts_on, -1) }
    const after = { ...season, starts_on: addDays(ends_on, 1) }
    return [before, after].filter((part) => part.starts_on <= part.ends_on)
  })
}

function inOrder(seasons: PriceSeason[]): PriceSeason[] {
  return seasons.sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1))
}
