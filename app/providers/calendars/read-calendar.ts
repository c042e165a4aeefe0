import ICAL from 'ical.js'
import { instantOf } from '#app/rules/time/rental-time.ts'

/** A busy time in an external calendar. */
export interface CalendarEntry {
  start: Date
  end: Date
  summary: string | null
}

/** An invalid event, in the order of the file; the reasons are keys of `source.wrong` in `locales/<language>/feeds.json`. */
export interface WrongEvent {
  reason: 'backwards' | 'year' | 'no_time' | 'recurrence'
  summary: string | null
}

export interface ReadCalendar {
  entries: CalendarEntry[]
  wrong: WrongEvent[]
}

/** The whole file could not be read: it is not a calendar, has too many events, or would take too long. */
export class CalendarNotRead extends Error {
  readonly problem: 'no_calendar' | 'too_many' | 'too_complex'
  constructor(problem: CalendarNotRead['problem']) {
    super(`the calendar was not read: ${problem}`)
    this.problem = problem
  }
}

const MOST_EVENTS = 2000
const MOST_WRONG = 20
const SUMMARY_LETTERS = 80
/** A recurrence may have begun long ago: at most this many occurrences are passed to reach the window. */
const MOST_STEPS = 20_000
const YEARS = { first: 1970, last: 2100 } as const
const TOO_OFTEN = ['SECONDLY', 'MINUTELY', 'HOURLY']

/** The period in which events count, and the zone of times without a zone. */
export type CalendarWindow = { from: Date; until: Date; zone: string }

/**
 * The events of an iCalendar file (RFC 5545) within a window, with recurring ones expanded; cancelled and transparent ones are left
 * out. Days and times without a zone are in `zone`. Throws CalendarNotRead. A malicious recurrence rule can keep the
 * library busy for ever, so `calendar-reader.ts` calls this in a thread that can be ended.
 */
export function readCalendar(text: string, window: CalendarWindow): ReadCalendar {
  const calendar = parse(text)
  if (calendar.name !== 'vcalendar') throw new CalendarNotRead('no_calendar')
  const found = calendar.getAllSubcomponents('vevent')
  if (found.length > MOST_EVENTS) throw new CalendarNotRead('too_many')
  const result: ReadCalendar = { entries: [], wrong: [] }
  const changes = Map.groupBy(
    found.filter((event) => event.hasProperty('recurrence-id')),
    (event) => String(event.getFirstPropertyValue('uid') ?? ''),
  )
  for (const component of found) {
    if (component.hasProperty('recurrence-id') || takesNoTime(component)) continue
    readEvent(component, changes.get(String(component.getFirstPropertyValue('uid') ?? '')) ?? [], window, result)
    if (result.entries.length > MOST_EVENTS) throw new CalendarNotRead('too_many')
  }
  result.wrong.splice(MOST_WRONG)
  return result
}

function parse(text: string): ICAL.Component {
  try {
    return new ICAL.Component(ICAL.parse(text))
  } catch {
    throw new CalendarNotRead('no_calendar')
  }
}

function takesNoTime(event: ICAL.Component): boolean {
  const is = (name: string, value: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase() === value
  return is('status', 'CANCELLED') || is('transp', 'TRANSPARENT')
}

function readEvent(component: ICAL.Component, changes: ICAL.Component[], window: CalendarWindow, result: ReadCalendar) {
  const { from, until, zone } = window
  const event = new ICAL.Event(component, { strictExceptions: true })
  const summary = summaryOf(event.summary)
  const wrong = (reason: WrongEvent['reason']) => result.wrong.push({ reason, summary })
  const begins = (of: ICAL.Component) => ({ zone, named: zoneNamed(of, 'dtstart') })
  const ends = (of: ICAL.Component) => ({ zone, named: zoneNamed(of, 'dtend') ?? zoneNamed(of, 'dtstart') })
  const names = begins(component)
  /** `component` is given when both ends are written in it, not when they are computed from its first occurrence. */
  const keep = (given: { startDate: ICAL.Time; endDate: ICAL.Time; of: string | null; component?: ICAL.Component }) => {
    const start = instantIn(given.startDate, given.component ? begins(given.component) : names)
    const end = instantIn(given.endDate, given.component ? ends(given.component) : names)
    if (end <= start) return wrong('backwards')
    if (end > from && start < until)
      result.entries.push({ start: start < from ? from : start, end: end > until ? until : end, summary: given.of })
  }
  try {
    if (!event.startDate || !event.endDate) return wrong('no_time')
    const years = [event.startDate.year, event.endDate.year]
    if (years.some((year) => !(year >= YEARS.first && year <= YEARS.last))) return wrong('year')
    if (!event.isRecurring())
      return keep({ startDate: event.startDate, endDate: event.endDate, of: summary, component })
    const rule = component.getFirstPropertyValue('rrule')
    if (rule instanceof ICAL.Recur && (TOO_OFTEN.includes(rule.freq) || !(rule.interval >= 1)))
      return wrong('recurrence')
    for (const change of changes) event.relateException(change)
    const steps = event.iterator()
    let count = 0
    for (let next = steps.next(); next; next = steps.next()) {
      if (instantIn(next, names) >= until) break
      if (++count > MOST_STEPS) return wrong('recurrence')
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      if (!takesNoTime(item.component))
        keep({
          ...{ startDate, endDate, of: summaryOf(item.summary) },
          ...(item.component !== component && { component: item.component }),
        })
      if (result.entries.length > MOST_EVENTS) throw new CalendarNotRead('too_many')
    }
  } catch (error) {
    if (error instanceof CalendarNotRead) throw error
    wrong('no_time')
  }
}

/** The zone that a property names, if this machine knows it: then that counts, and not the file's own definition. */
function zoneNamed(component: ICAL.Component, property: 'dtstart' | 'dtend'): string | undefined {
  const name = component.getFirstProperty(property)?.getFirstParameter('tzid')
  return name && isZone(name) ? name : undefined
}

/** The instant of a time; days and times without a zone are in `zone`. */
function instantIn(time: ICAL.Time, { zone, named }: { zone: string; named: string | undefined }): Date {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`
  if (time.isDate) return instantOf(date, '00:00', zone)
  const isFloating = !time.zone || time.zone.tzid === 'floating'
  if (named || isFloating) return instantOf(date, `${two(time.hour)}:${two(time.minute)}`, named ?? zone)
  return new Date(time.toUnixTime() * 1000)
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function summaryOf(text: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: external texts may contain any of them
  const line = [...(text ?? '').replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()].slice(0, SUMMARY_LETTERS).join('')
  return line.trim() || null
}
