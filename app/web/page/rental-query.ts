import { calendarOf } from '#app/i18n/dates.ts'
import { type CalendarDate, type DateInput, parseDate } from '#app/rules/calendar-date.ts'
import type { Language } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/digits.ts'

/** The time of a rental as an address carries it, read; a date that could not be read is among the errors. */
export interface RentalQuery {
  start_date?: CalendarDate
  start_time?: string
  end_date?: CalendarDate
  end_time?: string
  /** Field name → key of `errors.json`. */
  fieldErrors: Record<string, string>
  /** As typed, so that a page can show it again: also the parts of dates. */
  typed: Record<string, string>
}

const FIELDS = ['start_date', 'end_date'] as const
const PARTS = ['day', 'month', 'year'] as const

/**
 * Reads the time of a rental from an address or form: dates in ISO, in the page's calendar or in parts, any digits.
 * An empty pick-up time clears the return time (§4). Of a repeated parameter the first counts.
 */
export function readRentalQuery(
  params: URLSearchParams,
  page: { language: Language; today: CalendarDate },
): RentalQuery {
  const read: RentalQuery = { fieldErrors: {}, typed: typedOf(params) }
  for (const field of FIELDS) {
    const parsed = parseDate(inputOf(params, field), { calendar: calendarOf(page.language), today: page.today })
    if (parsed.ok) read[field] = parsed.date
    else if (parsed.reason === 'not_a_date') read.fieldErrors[field] = 'date'
  }
  read.start_time = timeOf(params, 'start_time')
  read.end_time = params.has('start_time') && !read.start_time ? undefined : timeOf(params, 'end_time')
  return read
}

function inputOf(params: URLSearchParams, field: string): DateInput {
  const whole = params.get(field)
  if (whole) return whole
  const part = (name: string) => params.get(`${field}.${name}`) ?? undefined
  return { day: part('day'), month: part('month'), year: part('year') }
}

function timeOf(params: URLSearchParams, field: string): string | undefined {
  const time = toLatinDigits(params.get(field) ?? '').trim()
  return time === '' ? undefined : time.padStart(5, '0')
}

function typedOf(params: URLSearchParams): Record<string, string> {
  const names = [
    ...FIELDS,
    'start_time',
    'end_time',
    ...FIELDS.flatMap((field) => PARTS.map((part) => `${field}.${part}`)),
  ]
  return Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])))
}
