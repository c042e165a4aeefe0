import { addDays, type CalendarDate, daysBetween, weekday } from '#app/rules/time/calendar-date.ts'
import { FROM_DAYS } from '../constants.ts'
import { type DayReason, type DayShare, WHOLE_SHARE } from './price.ts'

/** Days of one price level; `ends_on` is inclusive. Its percent replaces the weekday's. */
export interface PriceSeason {
  name: string
  starts_on: CalendarDate
  ends_on: CalendarDate
  /** Added to the day price; negative takes off. */
  percent: number
  /** The shortest rental, in days, that may begin in it; null for no rule. */
  min_days: number | null
}

/**
 * A discount by the days between booking and pick-up: at most this many for last-minute discounts, at least this many
 * for early ones.
 */
export interface AheadDiscount {
  days: number
  percent: number
}

/**
 * How the day price depends on the date and the time of booking, and which rentals may be booked. Null means no rule;
 * in a vehicle's rules it means that the company's rule applies.
 */
export interface PriceRules {
  /** Percents added from Monday to Sunday. */
  weekdays: readonly number[] | null
  /** In order, without overlaps. */
  seasons: readonly PriceSeason[]
  min_days: number | null
  max_days: number | null
  /** The lead time: the minimum number of hours between the booking and the pick-up. */
  lead_hours: number | null
  last_minute: AheadDiscount | null
  early: AheadDiscount | null
}

export const NO_PRICE_RULES: PriceRules = {
  weekdays: null,
  seasons: [],
  min_days: null,
  max_days: null,
  lead_hours: null,
  last_minute: null,
  early: null,
}

/** What the prices of a rental depend on. */
export interface RuledRental {
  start_date: CalendarDate
  days: number
  /** How many days before the pick-up's date it is booked. */
  ahead: number
}

/** Limits of settings, in percent, days and hours, so that a day never becomes free. */
export const PRICE_RULE_LIMITS = {
  percent: { min: -90, max: 300 },
  discount: { min: 0, max: 90 },
  days: { min: 1, max: 365 },
  last_minute_days: { min: 0, max: 30 },
  lead_hours: { min: 0, max: 2160 },
  seasons: 40,
} as const

/** Without dates, prices are those of rentals that begin within this many days from tomorrow. */
const USUAL_STARTS = 30
const WEEK = 7
const DAY_HOURS = 24
const FROM_MONDAY = 6
const PERCENT = 100

/**
 * The rules that apply to a vehicle: its own rules replace the company's one by one, and its own seasons replace the
 * company's seasons on their days. Source: *ours*.
 */
export function mergeRules(company: PriceRules | null, vehicle: PriceRules | null): PriceRules {
  if (!vehicle) return company ?? NO_PRICE_RULES
  if (!company) return vehicle
  return {
    weekdays: vehicle.weekdays ?? company.weekdays,
    seasons: inOrder([...vehicle.seasons, ...vehicle.seasons.reduce(without, [...company.seasons])]),
    min_days: vehicle.min_days ?? company.min_days,
    max_days: vehicle.max_days ?? company.max_days,
    lead_hours: vehicle.lead_hours ?? company.lead_hours,
    last_minute: vehicle.last_minute ?? company.last_minute,
    early: vehicle.early ?? company.early,
  }
}

/**
 * Days between booking and pick-up, as calendar days in UTC, so that the number is the same in all cities. Source:
 * *ours*.
 */
export function daysAhead(bookedAt: Date, start_date: CalendarDate): number {
  return daysBetween(bookedAt.toISOString().slice(0, 10), start_date)
}

/**
 * The share of the tier's price that each day of a rental costs: days with equal shares together, in the order of their
 * first day. The season's percent, or outside seasons the weekday's, is added first. Then the last-minute or the early
 * discount is taken off, the larger one if both apply. The first day of a rental is the date of the pick-up. Source:
 * *ours*.
 */
export function sharesOf(rules: PriceRules, rental: RuledRental): DayShare[] {
  const shares = new Map<number, number>()
  forEachPart(rules, rental, (share, count) => shares.set(share, (shares.get(share) ?? 0) + count))
  return [...shares].map(([share, days]) => ({ days, share }))
}

/** The same with the seasons and weekdays of each share, for a bill that explains why its lines differ. */
export function explainedShares(rules: PriceRules, rental: RuledRental): DayShare[] {
  const shares = new Map<number, { days: number; why: DayReason[] }>()
  forEachPart(rules, rental, (share, count, reason) => {
    const { days, why } = shares.get(share) ?? { days: 0, why: [] }
    const isNew = reason && !why.some((one) => isSameReason(one, reason))
    shares.set(share, { days: days + count, why: isNew ? [...why, reason] : why })
  })
  return [...shares].map(([share, part]) => ({ share, ...part }))
}

function isSameReason(one: DayReason, other: DayReason): boolean {
  if ('season' in one) return 'season' in other && one.season === other.season && one.percent === other.percent
  return 'weekday' in other && one.weekday === other.weekday
}

/** Days of one season or weekday at a time, with their share, in the order of their first day. */
function forEachPart(
  rules: PriceRules,
  { start_date, days, ahead }: RuledRental,
  take: (share: number, count: number, reason?: DayReason) => void,
): void {
  const left = PERCENT - discountOf(rules, ahead)
  const add = (percent: number, count: number, reason?: DayReason) => {
    const share = ((PERCENT + percent) * left * WHOLE_SHARE) / (PERCENT * PERCENT)
    if (count > 0) take(share, count, percent === 0 ? undefined : reason)
  }
  const addWeekdays = (from: CalendarDate, count: number) => {
    if (!rules.weekdays) return add(0, count)
    const first = weekday(from)
    for (let day = 0; day < Math.min(count, WEEK); day++) {
      const at = (first + day) % WEEK
      const percent = rules.weekdays[(at + FROM_MONDAY) % WEEK] ?? 0
      add(percent, Math.ceil((count - day) / WEEK), { weekday: at, percent })
    }
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
    add(season.percent, daysBetween(from, to), { season: season.name, percent: season.percent })
    next = to
  }
  addWeekdays(next, daysBetween(next, end))
}

/** The season of a date; undefined outside all seasons. */
export function seasonOf(rules: PriceRules, date: CalendarDate): PriceSeason | undefined {
  return rules.seasons.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
}

/**
 * The shortest and the longest rental, in days, that may begin on this date; null for no limit. Where a season or the
 * vehicle asks for more days than the company's longest rental, the shortest wins.
 */
function lengthsOf(rules: PriceRules, start_date: CalendarDate): { min: number; max: number | null } {
  const min = seasonOf(rules, start_date)?.min_days ?? rules.min_days ?? 1
  return { min, max: rules.max_days === null ? null : Math.max(rules.max_days, min) }
}

/** Why a rental of this length can't be booked: shorter or longer than allowed. */
export function lengthError(
  rules: PriceRules,
  { start_date, days }: { start_date: CalendarDate; days: number },
): { key: 'rental_too_short' | 'rental_too_long'; days: number } | null {
  const { min, max } = lengthsOf(rules, start_date)
  if (days < min) return { key: 'rental_too_short', days: min }
  return max !== null && days > max ? { key: 'rental_too_long', days: max } : null
}

/**
 * The rental whose price is shown without dates: of this length or the nearest allowed one, on the cheapest start of
 * the coming month, the earliest if several cost the same. Source: *ours*.
 */
export function usualRental(
  rules: PriceRules,
  { today, days: asked = FROM_DAYS }: { today: CalendarDate; days?: number },
): RuledRental {
  const first = Math.ceil((rules.lead_hours ?? 0) / DAY_HOURS) + 1
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

/** The indices of the first two seasons that overlap; undefined where none do. */
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

/** Seasons without the days of the one that replaces them. */
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
