import { setTimeout as pause } from 'node:timers/promises'
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
 * Answers that caches keep for everybody are not counted for a person or a network, so this and their turns alone bound what many
 * questions for other days take from all.
 */
const MOST_AT_ONCE = 2
/** For how long others wait for the days of a calendar, and for how long these then leave the process to others: it has a third of it. */
const [TURN_MS, PAUSE_MS] = [8, 16]

/** The prices of the last minute, for each fleet in memory. */
const kept = new WeakMap<Search, LRUCache<string, DayPrice>>()
let running = 0
/** Ends with the pause after the last turn that is asked for. */
let turns: Promise<void> = Promise.resolve()

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
  const prices = new Map<CalendarDate, DayPrice>()
  const unknown: CalendarDate[] = []
  const keyOf = (date: CalendarDate) => `${city.id} ${category} ${currency} ${length} ${date}`
  for (const date of days.filter((date) => canBegin(asked, date))) {
    const isOffered = category === undefined || OFFERED_CATEGORIES.includes(category)
    const price = isOffered ? known.get(keyOf(date)) : { date, per_day: null }
    if (price) prices.set(date, price)
    else unknown.push(date)
  }
  while (unknown.length > 0) {
    const found = await inTurn(() => nextPrices(search, asked, unknown))
    if (!found) return null
    for (const price of found) {
      known.set(keyOf(price.date), price)
      prices.set(price.date, price)
    }
  }
  return days.flatMap((date) => prices.get(date) ?? [])
}

/** Runs `work` after all other turns, each with its pause. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turns.then(work)
  const paused = () => pause(PAUSE_MS)
  turns = done.then(paused, paused)
  return done
}

/** Takes days off the list for as long as a turn lasts. Null if memory is not current. */
async function nextPrices(search: Search, asked: Asked, left: CalendarDate[]): Promise<DayPrice[] | null> {
  const [prices, started]: [DayPrice[], number] = [[], performance.now()]
  while (performance.now() - started < TURN_MS) {
    const date = left.shift()
    if (!date) break
    const price = await priceOn(search, asked, date)
    if (!price) return null
    prices.push(price)
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
