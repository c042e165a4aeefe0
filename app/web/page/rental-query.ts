import { calendarOf } from '#app/i18n/format/dates.ts'
import type { Language } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { type CalendarDate, type DateInput, parseDate } from '#app/rules/time/calendar-date.ts'

/** The dates and times of a rental, parsed from an address. Unreadable dates are among the errors. */
export interface RentalQuery {
  start_date?: CalendarDate
  start_time?: string
  end_date?: CalendarDate
  end_time?: string
  /** Field name → key of `errors.json`. */
  fieldErrors: Record<string, string>
  /** Values as typed, including the parts of dates, to be shown again. */
  typed: Record<string, string>
}

const FIELDS = ['start_date', 'end_date'] as const
const PARTS = ['day', 'month', 'year'] as const

/**
 * Parses the dates and times of a rental from an address or form: ISO, the page's calendar, or parts, in any digits. An
 * empty pick-up time clears the return time (§4). Of repeated parameters the first counts.
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
