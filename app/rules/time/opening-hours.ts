import { toLatinDigits } from '#app/rules/text/digits.ts'
import { TIME_SLOTS } from '../constants.ts'
import { addDays, type CalendarDate, weekday } from './calendar-date.ts'
import type { WallTime } from './rental-time.ts'

/** From when until when, `HH:MM`, both included. Equal ends mean all day; an earlier end is after midnight. */
export type Period = [from: string, to: string]

/** The periods of each day from Monday to Sunday; a day without any is closed. */
export type Week = Period[][]

/** The first and the last day on which a place is closed. */
export type ClosedDays = { starts_on: CalendarDate; ends_on: CalendarDate }

/** When a place is open: by its week, or without one at the same hours every day; never on closed days. */
export type OpeningHours = {
  opens_at: string
  closes_at: string
  week: Week | null
  closed: readonly ClosedDays[]
}

/** The most periods of a day. Source: *ours*. */
export const MOST_PERIODS = 4
/** How many days ahead the next opening is searched. */
const NEXT_DAYS = 60
const MIDNIGHT = '00:00'
const DAY_END = '24:00'

/**
 * Whether a place is open at a time of a day. A period past midnight belongs to the day on which it begins; it ends at
 * midnight if the next day is closed.
 */
export function isOpenAt(hours: OpeningHours, { date, time }: WallTime): boolean {
  return openingOn(hours, date)(time)
}

/** Whether a place is closed for the whole day: a closed day, or a weekday without hours. */
export function isShutOn(hours: OpeningHours, date: CalendarDate): boolean {
  const isOpen = openingOn(hours, date)
  return isOpen === never || !TIME_SLOTS.some(isOpen)
}

const never = () => false

/** Returns a test for times of this day, so that the calendar is looked up only once. */
function openingOn(hours: OpeningHours, date: CalendarDate): (time: string) => boolean {
  if (isClosedOn(hours, date)) return never
  const own = periodsOn(hours, date)
  const before = addDays(date, -1)
  const late = periodsOn(hours, before).filter(([from, to]) => to < from)
  const carried = late.length > 0 && isClosedOn(hours, before) ? [] : late
  if (own.length + carried.length === 0) return never
  return (time) => own.some((period) => isWithin(period, time)) || carried.some(([, to]) => time <= to)
}

/** The first time slot from now on at which any of the places is open; null where there is none within NEXT_DAYS. */
export function nextOpening(places: readonly OpeningHours[], from: WallTime): WallTime | null {
  for (let day = 0; day <= NEXT_DAYS; day++) {
    const date = addDays(from.date, day)
    const openings = places.map((place) => openingOn(place, date)).filter((isOpen) => isOpen !== never)
    const time = TIME_SLOTS.find((slot) => (day > 0 || slot >= from.time) && openings.some((isOpen) => isOpen(slot)))
    if (time) return { date, time }
  }
  return null
}

/** Whether a place never closes at all. */
export function isAlwaysOpen({ opens_at, closes_at, week }: Omit<OpeningHours, 'closed'>): boolean {
  const isWhole = ([from, to]: Period) => from === to || (from === MIDNIGHT && to === DAY_END)
  return week ? week.every((periods) => periods.some(isWhole)) : isWhole([opens_at, closes_at])
}

/** Groups consecutive days with equal hours, from weekday `start` on: `{ first: 0, last: 4 }` are Monday to Friday. */
export function weekParts(week: Week, start = 0): { first: number; last: number; periods: Period[] }[] {
  const parts: { first: number; last: number; periods: Period[] }[] = []
  for (let at = 0; at < week.length; at++) {
    const day = (start + at) % week.length
    const periods = week[day] ?? []
    const part = parts.at(-1)
    if (part && String(part.periods) === String(periods)) part.last = day
    else parts.push({ first: day, last: day, periods })
  }
  return parts
}

/**
 * Hours of a day as people type them, in any digits: `9-13, 16:30-20`, `۹ تا ۱۳ و ۱۶:۳۰ تا ۲۰`. Empty is closed. Undefined
 * for what can't be read, for periods that meet or overlap, and for more than four. Source: *ours*.
 */
export function readPeriods(typed: string): Period[] | undefined {
  const plain = toLatinDigits(typed).replaceAll(/[\u200c\u200e\u200f\u061c\u2066-\u2069]/g, '')
  const times = plain.match(/\d+(?:[:.٫]\d+)?/g) ?? []
  if (/[^\d\s:.٫,،;؛/|\p{L}\p{Pd}−~]/u.test(plain) || times.length % 2 > 0 || times.length > 2 * MOST_PERIODS)
    return undefined
  if (times.length === 0) return plain.trim() === '' ? [] : undefined
  const clocks = times.map(readClock)
  if (!clocks.every((clock) => clock !== undefined)) return undefined
  const periods = Array.from(
    { length: clocks.length / 2 },
    (_, at): Period => [clocks[2 * at] ?? '', clocks[2 * at + 1] ?? ''],
  )
  return areInOrder(periods) ? periods : undefined
}

/** Whether each period begins after the one before it ended, and only the last goes past midnight. */
export function areInOrder(periods: readonly Period[]): boolean {
  return periods.every(([from, to], at) => {
    const next = periods[at + 1]
    return from !== DAY_END && (next === undefined || (from < to && to < next[0]))
  })
}

function readClock(typed: string): string | undefined {
  const [hours = '', minutes = '0'] = typed.split(/[:.٫]/)
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hours.length > 2 || minutes.length > 2 || minute > 59 || hour > 24 || (hour === 24 && minute > 0))
    return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function isClosedOn({ closed }: OpeningHours, date: CalendarDate): boolean {
  return closed.some(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
}

function periodsOn({ opens_at, closes_at, week }: OpeningHours, date: CalendarDate): Period[] {
  return week ? (week[(weekday(date) + 6) % 7] ?? []) : [[opens_at, closes_at]]
}

function isWithin([from, to]: Period, time: string): boolean {
  if (from === to) return true
  return to < from ? time >= from : time >= from && time <= to
}
