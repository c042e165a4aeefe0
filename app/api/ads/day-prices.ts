import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { currencyRequested } from '#app/api/books/money.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { timeErrors } from '#app/api/call/time-errors.ts'
import { AdFilters } from '#app/contract/ads.ts'
import { type Catalogue, type CatalogueCity, catalogueOf } from '#app/db/catalogue.ts'
import { type CurrencyCode, DEFAULT_TIME } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { cityNamed, OFFERED_CATEGORIES, questionOf } from './question.ts'

type Search = NonNullable<Deps['searchInMemory']>
type Asked = {
  catalogue: Catalogue
  city: CatalogueCity
  category: number | undefined
  currency: CurrencyCode
  /** Of each rental, in days. */
  length: number
  now: Date
}
type DayPrice = { date: CalendarDate; per_day: number | null }

/** Days of some hundred calendars. */
const MOST_KEPT = 20_000
/**
 * Calendars that are worked out at once, half of the places that a busy process has for requests; whoever asks meanwhile gets no prices.
 * Answers that caches keep for everybody are not counted for a person or a network, so this alone bounds what many questions for other
 * days take from all.
 */
const MOST_AT_ONCE = 2
/** For how long others wait for the days of a calendar. A turn for each day would keep it from being done while many wait. */
const TURN_MS = 8

/** The prices of the last minute, for each fleet in memory. */
const kept = new WeakMap<Search, LRUCache<string, DayPrice>>()
let running = 0

/**
 * The price per day of the cheapest vehicle that is free for a rental of this length from each day on. Only memory is asked, which takes
 * less than a millisecond for a day; the database would take a hundred. Source: issue 21, A.
 */
export const dayPrices = api.ads.dayPrices.handler(async ({ input, context }) => {
  const { deps, language, answerHeaders } = context
  const { category, length } = input
  const [currency, now, catalogue] = [
    currencyRequested(input.currency, language),
    deps.now(),
    await catalogueOf(deps.db),
  ]
  const city = cityNamed(input.city, catalogue)
  const days = Array.from({ length: input.days }, (_, index) => addDays(input.from, index))
  const found = deps.searchInMemory
    ? await pricesOf(deps.searchInMemory, { catalogue, city, category, currency, length, now }, days)
    : null
  if (!found) answerHeaders?.set('cache-control', 'no-store')
  return { ...wholeList(found ?? []), currency }
})

/** Null if memory is not current, or too many ask. */
async function pricesOf(search: Search, asked: Asked, days: readonly CalendarDate[]): Promise<DayPrice[] | null> {
  if (running >= MOST_AT_ONCE) return null
  running += 1
  try {
    return await pricesByDay(search, asked, days)
  } finally {
    running -= 1
  }
}

async function pricesByDay(search: Search, asked: Asked, days: readonly CalendarDate[]): Promise<DayPrice[] | null> {
  const known = kept.get(search) ?? new LRUCache<string, DayPrice>({ max: MOST_KEPT, ttl: MINUTE_MS })
  kept.set(search, known)
  const { city, category, currency, length } = asked
  const prices: DayPrice[] = []
  let started = performance.now()
  for (const date of days) {
    if (!canBegin(asked, date)) continue
    if (category !== undefined && !OFFERED_CATEGORIES.includes(category)) {
      prices.push({ date, per_day: null })
      continue
    }
    const key = `${city.id} ${category} ${currency} ${length} ${date}`
    const price = known.get(key) ?? (await priceOn(search, asked, date))
    if (!price) return null
    // Only when it is new: setting one again would make it younger.
    if (!known.has(key)) known.set(key, price)
    prices.push(price)
    if (performance.now() - started < TURN_MS) continue
    await nextTurn()
    started = performance.now()
  }
  return prices
}

async function priceOn(search: Search, asked: Asked, date: CalendarDate): Promise<DayPrice | null> {
  const { category, city, length, ...rest } = asked
  const filters = AdFilters.parse({ categories: category, city: city.id, ...daysOf(date, length) })
  const { question } = questionOf({ ...rest, filters, ordering: 'cheapest', page: 1, size: 1 })
  const found = await search(question)
  return found && { date, per_day: found.rows[0]?.shown ?? null }
}

function canBegin({ city: { zone }, length, now }: Asked, date: CalendarDate): boolean {
  const time = { ...daysOf(date, length), start_time: DEFAULT_TIME, end_time: DEFAULT_TIME }
  return Object.keys(timeErrors(time, { zone, now })).length === 0
}

const daysOf = (date: CalendarDate, length: number) => ({ start_date: date, end_date: addDays(date, length) })
