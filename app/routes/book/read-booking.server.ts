import { type RouterContextProvider, redirect } from 'react-router'
import { bookPath, KINDS } from '#app/features/booking/book-address.ts'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Booking } from '#app/features/booking/booking-form.ts'
import { type Found, heldOf } from '#app/features/booking/held/held-booking.server.ts'
import {
  BookingChoice,
  bookingOf,
  type FieldErrorList,
  priceOf,
  similarTo,
} from '#app/features/booking/quote.server.ts'
import { addMonths, monthGrid, monthOf } from '#app/i18n/format/calendar.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { DEFAULT_DIAL_CODE, DEFAULT_TIME, FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import { openPlaces } from '#app/rules/reservation/open-places.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import { addDays, daysBetween, parseDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import type { FormReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { parseForm } from '#app/web/page/forms.ts'
import { type RentalQuery, readRentalQuery } from '#app/web/page/rental-query.ts'
import { pageCurrency } from '#app/web/session/currency.ts'

export interface BookParams {
  kind?: string
  id?: string
  start?: string
  end?: string
}

/**
 * The vehicle of an address. Throws a 404 for one that is not on offer, and a permanent redirect for one of the other
 * category.
 */
export async function openBookingContext(
  context: Readonly<RouterContextProvider>,
  params: BookParams,
  url: URL,
): Promise<BookingContext> {
  const { language, cookies } = context.get(siteContext)
  const id = Number(params.id)
  if (!isKind(params.kind) || !/^[1-9]\d{0,8}$/.test(params.id ?? '')) throw notFound()
  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const ad = await api.reservations.rental({ id, currency })
  if (KINDS[params.kind] !== ad.category) {
    const [path = ''] = bookPath({ category: ad.category, id }).split('?')
    const rest = [params.start, params.end].filter(Boolean).map((part) => `/${encodeURIComponent(part ?? '')}`)
    throw redirect(path + rest.join('') + url.search, 301)
  }
  return { api, ad, language, currency, today: dateIn(ad.city.zone, new Date()) }
}

function isKind(kind: string | undefined): kind is keyof typeof KINDS {
  return kind !== undefined && kind in KINDS
}

/** The booking of an address: its dates, if any, with their price, or their errors. */
export async function bookingOfAddress(
  context: Readonly<RouterContextProvider>,
  bookingContext: BookingContext,
  params: BookParams,
  url: URL,
): Promise<Booking> {
  const rental = readRentalQuery(rentalParams(params, url), bookingContext)
  const chosen = {
    start: rental.start_date,
    end: rental.end_date,
    startTime: rental.start_time ?? DEFAULT_TIME,
    endTime: rental.end_time ?? DEFAULT_TIME,
  }
  const held = await heldOf(context, bookingContext)
  if (held && isHeldTime(held, chosen)) return bookingOfHeld(bookingContext, held)
  const fieldErrors: FieldErrorList = Object.fromEntries(
    Object.entries(rental.fieldErrors).map(([name, key]) => [name, [{ key }]]),
  )
  if (Object.keys(fieldErrors).length > 0 || !chosen.start || !chosen.end) {
    return bookingOf({ form: replyOf(bookingContext, rental, fieldErrors), chosen, quote: null, alternatives: null })
  }
  const form = await parseForm(choiceFields(bookingContext, rental, chosen), BookingChoice, bookingContext)
  if (!form.ok) {
    const reply = replyOf(bookingContext, rental, (form.reply.data.form.error ?? {}) as FieldErrorList)
    return bookingOf({ form: reply, chosen, quote: null, alternatives: null })
  }
  const { quote, fieldErrors: found } = await priceOf(bookingContext.api, bookingContext.ad, form.value)
  const isTaken = quote?.available === false
  const own = isTaken ? await heldOf(context, bookingContext, form.value) : undefined
  // If a vehicle that differs only in its plate is free, redirect to it: to travellers it is the same vehicle.
  if (quote?.free_unit && !own) {
    const { category } = bookingContext.ad
    const { start, end } = chosen
    throw redirect(bookPath({ category, id: quote.free_unit, start, end, query: url.searchParams }), 303)
  }
  return bookingOf({
    form: replyOf(bookingContext, rental, found),
    chosen,
    quote: quote && own ? { ...quote, available: true } : quote,
    held: own?.shown,
    alternatives:
      isTaken && !own ? await decoration(context, 'alternatives', similarTo(bookingContext, form.value), []) : null,
  })
}

/** Whether an address chooses the held time, or no time. */
export function isHeldTime({ held }: Found, { start, end, startTime, endTime }: Booking['chosen']): boolean {
  if (!start && !end) return true
  return held.start === `${start}T${startTime}` && held.end === `${end}T${endTime}`
}

/** The held reservation, with the bill with which it was reserved. */
async function bookingOfHeld({ api }: BookingContext, { held, shown }: Found): Promise<Booking> {
  const voucher = await api.reservations.voucher({ id: held.id })
  const { currency, days, lines, total, payable_now, due_at_desk, trust_type, guarantee_amount } = voucher
  const { free_until, half_until, city } = voucher
  const { start_date, start_time, end_date, end_time } = voucher
  const bill = { currency, days, lines, total, payable_now, due_at_desk, trust_type, guarantee_amount }
  const times = { free_until, half_until, zone: city.zone, now: new Date().toISOString() }
  return bookingOf({
    chosen: { start: start_date, end: end_date, startTime: start_time, endTime: end_time },
    quote: { ...bill, ...times, available: true, gap: null },
    alternatives: null,
    held: shown,
  })
}

/** The form's values before anybody typed. */
export function initialFields(
  { ad, language }: BookingContext,
  chosen: Booking['chosen'],
): Record<string, string | undefined> {
  const places = openPlaces(ad.places, chosen)
  const place = places.receive ?? (ad.free_address_fee === null ? undefined : FREE_ADDRESS_ID)
  return {
    start_date: chosen.start,
    start_time: chosen.startTime,
    end_date: chosen.end,
    end_time: chosen.endTime,
    'receive_address.id': place?.toString(),
    ...(places.return !== undefined && { 'return_address.id': String(places.return) }),
    child_seat_count: '0',
    country_code: DEFAULT_DIAL_CODE[language],
  }
}

/** The two months that the calendar shows, with the vehicle's free times in them and after the chosen pick-up. */
export async function calendarOfBooking(
  { api, ad, language, today }: BookingContext,
  chosen: Booking['chosen'],
  requested: string | null,
) {
  const thisMonth = monthOf(today, language)
  const wanted = parseDate(requested ?? chosen.start ?? today, { calendar: calendarOf(language), today })
  const monthsAhead = wanted.ok ? monthsBetween(thisMonth, monthOf(wanted.date, language)) : 0
  const shift = Math.min(Math.max(monthsAhead, 0), LAST_MONTH - 1)
  const first = monthGrid(addMonths(thisMonth, shift), language)
  // If the chosen rental ends in the first month, only that month is shown.
  const months = !requested && chosen.end && chosen.end <= first.last ? 1 : 2
  const last = monthGrid(addMonths(thisMonth, shift + months - 1), language)
  const from = [first.first, chosen.start ?? first.first].sort()[0] ?? first.first
  const begins = from < today ? today : from
  const { results } = await api.ads.availableRanges({
    id: ad.id,
    from: begins,
    days: Math.min(daysBetween(begins, addDays(last.last, 1)), 400),
  })
  return {
    first: first.first,
    months,
    ranges: results,
    previous: shift > 0 ? monthGrid(addMonths(thisMonth, Math.max(shift - 2, 0)), language).first : undefined,
    next: shift + months <= LAST_MONTH ? monthGrid(addMonths(thisMonth, shift + months), language).first : undefined,
  }
}

/** One page of the vehicle's reviews. */
export async function readComments({ api, ad }: BookingContext, requested: string | null) {
  const wanted = { page: Number(requested ?? 1), size: 3 }
  const found = await api.ads.comments({ id: ad.id, ...wanted })
  const dayOf = (instant: string) => dateIn(ad.city.zone, new Date(instant))
  const shown = found.results.map(({ created_at, answer, ...comment }) => ({
    ...comment,
    written: dayOf(created_at),
    answer: answer && { body: answer.body, written: dayOf(answer.at) },
  }))
  // Ratings that are known in sum alone would make another count than the vehicle's.
  const isComplete = found.marks.reduce((sum, n) => sum + n, 0) === ad.rating.count
  return { count: found.count, ...(isComplete && { marks: found.marks }), ...pageAt(found, wanted), reviews: shown }
}

/** The last month on offer: as many from this one on as the form's selects have. */
const LAST_MONTH = 11

function monthsBetween(from: { year: number; month: number }, to: { year: number; month: number }): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

function rentalParams({ start, end }: BookParams, url: URL): URLSearchParams {
  const given = new URLSearchParams(url.searchParams)
  for (const name of ['start_date', 'end_date']) given.delete(name)
  if (start) given.set('start_date', start)
  if (end) given.set('end_date', end)
  return given
}

function choiceFields({ ad, currency }: BookingContext, rental: RentalQuery, chosen: Booking['chosen']): FormData {
  const fields = new FormData()
  const times = { start_time: rental.start_time ?? DEFAULT_TIME, end_time: rental.end_time ?? DEFAULT_TIME }
  const dates = { start_date: rental.start_date ?? '', end_date: rental.end_date ?? '' }
  const fixed = { id: String(ad.id), currency, child_seat_count: '0' }
  for (const [name, value] of Object.entries({ ...fixed, ...dates, ...times })) fields.set(name, value)
  const places = openPlaces(ad.places, chosen)
  if (places.receive !== undefined) fields.set('receive_address.id', String(places.receive))
  if (places.return !== undefined) fields.set('return_address.id', String(places.return))
  return fields
}

/** The form with the errors of its address; undefined if it has none. */
function replyOf(
  bookingContext: BookingContext,
  rental: RentalQuery,
  fieldErrors: FieldErrorList,
): FormReply | undefined {
  if (Object.keys(fieldErrors).length === 0) return undefined
  const times = { start_time: rental.start_time ?? DEFAULT_TIME, end_time: rental.end_time ?? DEFAULT_TIME }
  const places = initialFields(bookingContext, {
    ...{ start: rental.start_date, startTime: times.start_time },
    ...{ end: rental.end_date, endTime: times.end_time },
  })
  return {
    status: 'error',
    error: fieldErrors,
    initialValue: {
      ...rental.typed,
      ...times,
      ...datesAsTyped(rental),
      receive_address: { id: places['receive_address.id'] ?? '' },
      ...(places['return_address.id'] && { return_address: { id: places['return_address.id'] } }),
      child_seat_count: '0',
      country_code: places.country_code ?? '',
    },
  }
}

/** If a date does not exist, its parts are shown in the form's fields, if the form has parts. */
function datesAsTyped(rental: RentalQuery) {
  const shown: Record<string, unknown> = {}
  for (const name of ['start_date', 'end_date'] as const) {
    const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(rental.typed[name] ?? '')
    if (rental[name]) shown[name] = rental[name]
    else if (parts) shown[name] = { day: String(Number(parts[3])), month: `${parts[1]}-${Number(parts[2])}` }
  }
  return shown
}
