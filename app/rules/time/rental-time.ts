import { FREE_MINUTES_OVER, TIME_SLOTS } from '../constants.ts'
import { type CalendarDate, daysBetween, isCalendarDate } from './calendar-date.ts'
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from './durations.ts'

/** A local date and time, without a zone. */
export interface WallTime {
  date: CalendarDate
  /** `HH:MM`, 24 hours. */
  time: string
}

/** The four fields of a search or reservation form (§3). */
export interface RentalFields {
  start_date: string
  start_time: string
  end_date: string
  end_time: string
}

export type RentalError = 'not_a_date' | 'not_a_slot' | 'past' | 'return_before_pickup'

const QUARTER_MS = 15 * MINUTE_MS
/** Cached offsets of each zone: about the half hours of a month. */
const MOST_OFFSETS = 2000

const clocks = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

/**
 * The instant of a local time in a zone. Times that are skipped or repeated when clocks change are read with the offset
 * before the change (a skipped 02:30 is the instant of 03:30; of a repeated 02:30 the first counts). Throws a
 * RangeError for an unknown zone. Source: decisions.md, "Renting".
 */
export function instantOf(date: CalendarDate, time: string, zone: string): Date {
  const asIfUtc = Date.parse(`${date}T${time}:00Z`)
  const before = offsetAt(asIfUtc - DAY_MS, zone)
  const after = offsetAt(asIfUtc + DAY_MS, zone)
  if (before === after || offsetAt(asIfUtc - before, zone) === before) return new Date(asIfUtc - before)
  return new Date(offsetAt(asIfUtc - after, zone) === after ? asIfUtc - after : asIfUtc - before)
}

/** The local time of an instant in a zone. */
export function localOf(instant: Date, zone: string): WallTime {
  const shown = new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The local date of an instant in a zone. */
export function dateIn(zone: string, instant: Date): CalendarDate {
  return localOf(instant, zone).date
}

/**
 * Rental days between two local times of the pick-up city: each started 24 hours, with 60 minutes of grace, at least
 * one. Counted in local time, so that a change of the clocks never adds a day. Source: decisions.md, "Renting";
 * counting in local time is *ours*.
 */
export function rentalDays(start: WallTime, end: WallTime): number {
  const minutes = daysBetween(start.date, end.date) * DAY_MINUTES + minutesOf(end.time) - minutesOf(start.time)
  return Math.max(1, Math.ceil((minutes - FREE_MINUTES_OVER) / DAY_MINUTES))
}

/** Whether a rental may start or end at this time of day: each half hour from 00:30 to 23:30 (§9). */
export function isTimeSlot(time: string): boolean {
  return TIME_SLOTS.includes(time)
}

/** The errors of a rental's fields; empty where it may be searched for and booked. */
export function validateRental(
  rental: RentalFields & { zone: string; now: Date },
): Partial<Record<keyof RentalFields, RentalError>> {
  const fieldErrors: Partial<Record<keyof RentalFields, RentalError>> = {}
  if (!isCalendarDate(rental.start_date)) fieldErrors.start_date = 'not_a_date'
  if (!isCalendarDate(rental.end_date)) fieldErrors.end_date = 'not_a_date'
  if (!isTimeSlot(rental.start_time)) fieldErrors.start_time = 'not_a_slot'
  if (!isTimeSlot(rental.end_time)) fieldErrors.end_time = 'not_a_slot'
  if (Object.keys(fieldErrors).length > 0) return fieldErrors

  const today = localOf(rental.now, rental.zone).date
  const start = instantOf(rental.start_date, rental.start_time, rental.zone)
  const end = instantOf(rental.end_date, rental.end_time, rental.zone)
  if (start <= rental.now) fieldErrors[rental.start_date < today ? 'start_date' : 'start_time'] = 'past'
  if (end <= start) fieldErrors[rental.end_date < rental.start_date ? 'end_date' : 'end_time'] = 'return_before_pickup'
  return fieldErrors
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/**
 * The offset of a zone from UTC at an instant, in milliseconds; cached by quarter of an hour, as clocks only change on
 * those.
 */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS)
  const known = offsets.get(zone)?.get(quarter)
  if (known !== undefined) return known
  const offset = readOffset(instant, zone)
  const kept = offsets.get(zone) ?? new Map<number, number>()
  if (kept.size >= MOST_OFFSETS) kept.clear()
  offsets.set(zone, kept.set(quarter, offset))
  return offset
}

/** Exact to the minute, as all current zones are. */
function readOffset(instant: number, zone: string): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / MINUTE_MS) * MINUTE_MS
}

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}
