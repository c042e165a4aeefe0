import { type RouterContextProvider, redirect } from 'react-router'
import { bookPath } from '#app/features/booking/book-address.ts'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Booking } from '#app/features/booking/booking-form.ts'
import { typedFields } from '#app/features/booking/held/held-booking.server.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { languageOf } from '#app/i18n/language.ts'
import { DEFAULT_TIME, TIME_SLOTS } from '#app/rules/constants.ts'
import { type CalendarDate, parseDate } from '#app/rules/time/calendar-date.ts'
import { siteContext } from '#app/web/page/context.ts'
import { draftCookie, readDraft } from '#app/web/session/resume.ts'

/**
 * Redirects a form that was submitted for its price without scripts to the address of its dates, so that Back and
 * Reload never offer to send it again; a cookie keeps what was typed. Undefined if the form must be shown again
 * instead: because it has errors, no dates, or is too long for a cookie. Source: *ours*.
 */
export function goToPrice(
  context: Readonly<RouterContextProvider>,
  { ad, language, today }: BookingContext,
  { fields, booking, url }: { fields: FormData; booking: Booking; url: URL },
): Response | undefined {
  const { isDocument } = context.get(siteContext)
  const { start, end, startTime, endTime } = booking.chosen
  const hasErrors = Object.keys(booking.form?.error ?? {}).length > 0
  if (!isDocument || booking.answers !== 'price' || hasErrors || !start || !end) return undefined
  const path = addressOf(ad, { start, end, startTime, endTime }, url)
  const cookie = draftOn(context, path, fields, { calendar: calendarOf(language), today })
  return cookie ? redirect(path, { status: 303, headers: { 'set-cookie': cookie } }) : undefined
}

/**
 * Redirects a form that was sent because its page's language was changed to its address in the new language, which is
 * that of the request; a cookie keeps what was typed, unless it is too long. Source: *ours*.
 */
export function goToLanguage(
  context: Readonly<RouterContextProvider>,
  { ad, language, today }: BookingContext,
  { fields, url }: { fields: FormData; url: URL },
): Response {
  const page = { calendar: calendarOf(language), today }
  const [start, end] = ['start_date', 'end_date'].map((name) => dateIn(fields, name, page))
  const [startTime, endTime] = ['start_time', 'end_time'].map((name) => {
    const time = String(fields.get(name))
    return TIME_SLOTS.includes(time) ? time : DEFAULT_TIME
  })
  const path = addressOf(ad, { start, end, startTime, endTime }, url)
  const cookie = draftOn(context, path, fields, page)
  return redirect(path, { status: 303, headers: cookie ? { 'set-cookie': cookie } : {} })
}

/** The form that is kept for this address. */
export function draftOf(context: Readonly<RouterContextProvider>, url: URL): FormData | undefined {
  const { cookies, config } = context.get(siteContext)
  const path = keyOf(languageOf(url.pathname).rest + url.search)
  const draft = readDraft(cookies, { secret: config.sessionSecret, path })
  if (!draft) return undefined
  const fields = new FormData()
  for (const [name, value] of draft.fields) fields.append(name, value)
  return fields
}

function addressOf(
  { category, id }: BookingContext['ad'],
  { start, end, startTime, endTime }: Partial<Booking['chosen']>,
  url: URL,
): string {
  const currency = url.searchParams.get('currency')
  const query = new URLSearchParams(currency === null ? {} : { currency })
  for (const [name, time] of Object.entries({ start_time: startTime, end_time: endTime })) {
    if (time && time !== DEFAULT_TIME) query.set(name, time)
  }
  return bookPath({ category, id, start, end, query })
}

function draftOn(context: Readonly<RouterContextProvider>, path: string, fields: FormData, page: DatePage) {
  const { config, origin } = context.get(siteContext)
  const kept = typedFields(withWholeDates(fields, page))
  return draftCookie({ path: keyOf(path), fields: kept }, { secret: config.sessionSecret, origin })
}

/** What is the same in every language and currency, and whichever month the calendar shows: the path and the times. */
function keyOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const times = ['start_time', 'end_time'].map((name) => searchParams.get(name) ?? DEFAULT_TIME)
  return [pathname, ...times].join(' ')
}

type DatePage = Parameters<typeof parseDate>[1]

/** The form with its dates in ISO form, which every language's fields show; a date that is not whole stays in parts. */
function withWholeDates(fields: FormData, page: DatePage): FormData {
  const whole = new FormData()
  for (const [name, value] of fields) whole.append(name, value)
  for (const name of ['start_date', 'end_date', 'date_of_birth']) {
    const date = dateIn(fields, name, page)
    if (!date) continue
    for (const part of DATE_PARTS) whole.delete(`${name}.${part}`)
    whole.set(name, date)
  }
  return whole
}

const DATE_PARTS = ['day', 'month', 'year'] as const

function dateIn(fields: FormData, name: string, page: DatePage): CalendarDate | undefined {
  const textOf = (field: string) => String(fields.get(field) ?? '')
  const [day, month, year] = DATE_PARTS.map((part) => textOf(`${name}.${part}`))
  const parsed = parseDate(textOf(name) || { day, month, year }, page)
  return parsed.ok ? parsed.date : undefined
}
