import type { FieldError } from '#app/i18n/text/field-error.ts'
import {
  type CurrencyCode,
  DEFAULT_TIME,
  HOME_ZONE,
  type Language,
  MONTHLY_RENTAL_DAYS,
  WHOLE_UNIT,
} from '#app/rules/constants.ts'
import { BOUND_FILTERS, LIST_FILTERS } from '#app/rules/search/search-filters.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { foldPlace, spellingsOf } from '#app/rules/text/place-name.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { isTimeSlot, validateRental } from '#app/rules/time/rental-time.ts'
import { readRentalQuery } from '#app/web/page/rental-query.ts'
import { BOUNDS_GROUP, TIME_FIELDS } from './search-query.ts'

/** A city in the search form. */
export interface SearchCity {
  id: number
  slug: string
  name: string
  name_fa: string
  name_en: string
  name_ar: string
  name_tr: string
  name_de: string
  zone: string
}

/** A parsed search address: what to search for, its errors, and what was typed. */
export interface RequestedSearch {
  city: SearchCity | undefined
  /** The valid fields, as the API expects them. */
  time: Partial<Record<(typeof TIME_FIELDS)[number], string>>
  /** Day prices in the minor unit. */
  from?: number
  to?: number
  lists: Record<string, string[]>
  bounds: Record<string, number>
  ordering: string | undefined
  page: number
  /** The groups of filters whose options are all shown. */
  show: string[]
  fieldErrors: Record<string, FieldError[]>
  /** The fields' values as typed. */
  typed: Record<string, string>
  /** The names of repeated parameters, of which the first value counts. */
  repeated: string[]
  /** The address's parameters, normalised and without invalid and unknown ones; links are made from it. */
  query: string
}

const SINGLES = ['city', ...TIME_FIELDS, 'from', 'to', ...BOUND_FILTERS, 'ordering', 'page', 'currency']
const GROUPS: readonly string[] = [...LIST_FILTERS, BOUNDS_GROUP]
const ERROR_KEYS = {
  not_a_date: 'date',
  not_a_slot: 'time_slot',
  past: 'past',
  return_before_pickup: 'return_before_pickup',
}

/**
 * Parses the address of a search. An invalid value is an error of its field and left out of the search; unknown parameters are
 * ignored, because other sites add their own. Source: *ours*.
 */
export function readSearch(
  params: URLSearchParams,
  page: {
    language: Language
    currency: CurrencyCode
    cities: readonly SearchCity[]
    now: Date
    todayIn: (zone: string) => CalendarDate
    isMonthly: boolean
  },
): RequestedSearch {
  const fieldErrors: Record<string, FieldError[]> = {}
  const cityText = params.get('city')?.trim() ?? ''
  const city = cityText ? cityCalled(cityText, page.cities) : undefined
  if (cityText && !city) fieldErrors.city = [{ key: 'unknown_city' }]

  const zone = city?.zone ?? HOME_ZONE
  const rental = readRentalQuery(params, { language: page.language, today: page.todayIn(zone) })
  const time = judgeTime(rental, fieldErrors, { zone, now: page.now, isMonthly: page.isMonthly })
  const price = judgePrice(params, fieldErrors, page.currency)
  const bounds = judgeBounds(params, fieldErrors)
  const lists = Object.fromEntries(LIST_FILTERS.map((name) => [name, valuesOf(params, name)]))
  const ordering = params.get('ordering') || undefined
  const requested: Omit<RequestedSearch, 'query'> = {
    city,
    time,
    ...price,
    lists,
    bounds,
    ordering,
    page: pageNumberIn(params),
    show: valuesOf(params, 'show').filter((name) => GROUPS.includes(name)),
    fieldErrors,
    typed: {
      ...rental.typed,
      ...time,
      ...typedOf(params, ['from', 'to']),
      city: city?.name ?? cityText,
    },
    repeated: SINGLES.filter((name) => new Set(params.getAll(name)).size > 1),
  }
  return { ...requested, query: queryOf(requested, params) }
}

/** The city with an id, a slug, or a name in any language (decisions.md, "Forms"). */
function cityCalled(text: string, cities: readonly SearchCity[]): SearchCity | undefined {
  const asLinksWriteIt = cities.find(({ id, slug, name }) => [String(id), slug, name].includes(text))
  if (asLinksWriteIt) return asLinksWriteIt
  const wanted = foldPlace(text)
  return cities.find((city) => [String(city.id), city.slug, ...spellingsOf(city)].includes(wanted))
}

function judgeTime(
  rental: ReturnType<typeof readRentalQuery>,
  fieldErrors: RequestedSearch['fieldErrors'],
  { zone, now, isMonthly }: { zone: string; now: Date; isMonthly: boolean },
): RequestedSearch['time'] {
  const { start_date, start_time, end_time } = rental
  const end_date = isMonthly ? start_date && addDays(start_date, MONTHLY_RENTAL_DAYS) : rental.end_date
  const put = (field: string, key: string) => {
    fieldErrors[field] ??= [{ key }]
  }
  for (const [field, key] of Object.entries(rental.fieldErrors))
    if (!isMonthly || field === 'start_date') put(field, key)
  if (start_time && !isTimeSlot(start_time)) put('start_time', 'time_slot')
  if (!isMonthly && end_time && !isTimeSlot(end_time)) put('end_time', 'time_slot')
  if (start_date && !end_date) put('end_date', 'required')
  if (end_date && !start_date) put('start_date', 'required')
  const times = {
    ...(start_time && !fieldErrors.start_time && { start_time }),
    ...(!isMonthly && end_time && !fieldErrors.end_time && { end_time }),
  }
  if (!start_date || !end_date || TIME_FIELDS.some((field) => fieldErrors[field])) return times

  const fields = { start_date, start_time: start_time ?? DEFAULT_TIME, end_date, end_time: end_time ?? DEFAULT_TIME }
  const wrong = validateRental({ ...fields, ...(isMonthly && { end_time: fields.start_time }), zone, now })
  for (const [field, fieldError] of Object.entries(wrong)) put(field, ERROR_KEYS[fieldError])
  if (Object.keys(wrong).length > 0) return times
  return isMonthly ? { start_date, ...times } : { start_date, end_date, ...times }
}

function judgePrice(params: URLSearchParams, fieldErrors: RequestedSearch['fieldErrors'], currency: CurrencyCode) {
  const price: { from?: number; to?: number } = {}
  for (const name of ['from', 'to'] as const) {
    const text = params.get(name)?.trim()
    if (!text) continue
    const amount = wholeNumber(text)
    if (amount === undefined) fieldErrors[name] = [{ key: 'number' }]
    else price[name] = amount * WHOLE_UNIT[currency]
  }
  if (price.from === undefined || price.to === undefined || price.from <= price.to) return price
  fieldErrors.to = [{ key: 'price_range' }]
  return {}
}

/** Parses a whole number in any digits, with or without thousands separators. */
function wholeNumber(text: string): number | undefined {
  const digits = toLatinDigits(text).replace(/[.,٬'\s\u00a0](?=\d{3}(?!\d))/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined
}

function judgeBounds(params: URLSearchParams, fieldErrors: RequestedSearch['fieldErrors']): Record<string, number> {
  const bounds: Record<string, number> = {}
  for (const name of BOUND_FILTERS) {
    const number = wholeNumber(params.get(name) ?? '')
    if (number !== undefined && number > 0 && number <= 9999) bounds[name] = number
  }
  const { yearFrom, yearTo, ...others } = bounds
  if (yearFrom === undefined || yearTo === undefined || yearFrom <= yearTo) return bounds
  fieldErrors.yearTo = [{ key: 'year_range' }]
  return others
}

/** The page number; 0 for a text that is not a number. */
function pageNumberIn(params: URLSearchParams): number {
  const text = params.get('page')
  return text === null || text === '' ? 1 : (wholeNumber(text) ?? 0)
}

function valuesOf(params: URLSearchParams, name: string): string[] {
  return [...new Set(params.getAll(name).filter((value) => value !== '' && value.length <= 100))].slice(0, 50)
}

function typedOf(params: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])))
}

function queryOf(requested: Omit<RequestedSearch, 'query'>, params: URLSearchParams): string {
  const query = new URLSearchParams()
  const put = (name: string, value: string | number | undefined | null) => {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  }
  put('city', requested.city?.name)
  for (const name of TIME_FIELDS) put(name, requested.time[name])
  for (const name of LIST_FILTERS) for (const value of requested.lists[name] ?? []) put(name, value)
  for (const name of BOUND_FILTERS) put(name, requested.bounds[name])
  if (requested.from !== undefined) put('from', wholeNumber(params.get('from') ?? ''))
  if (requested.to !== undefined) put('to', wholeNumber(params.get('to') ?? ''))
  put('ordering', requested.ordering)
  for (const group of requested.show) put('show', group)
  put('currency', params.get('currency'))
  return query.toString()
}
