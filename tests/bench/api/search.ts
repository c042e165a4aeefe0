import { questionOf } from '#app/api/ads/question.ts'
import { AdFilters } from '#app/contract/ads.ts'
import { searchAds } from '#app/db/ad-search/search.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { benchDatabase } from '../database.ts'
import { atMost, measured, type Row, spread } from '../table.ts'
import { growFleet } from './fleet.ts'

const SIZES = [1000, 10_000, 100_000]
const QUERIES = 60

/** The search function with growing fleets: 60 different searches, each with dates and six facets (data.md). */
export async function measureSearch(): Promise<Row[]> {
  const now = new Date()
  const database = await benchDatabase(now)
  const rows: Row[] = []
  for (const size of SIZES) {
    await growFleet(database.db, size)
    const catalogue = await catalogueOf.again(database.db)
    const ask = async (index: number) => {
      const { question } = questionOf({ ...questionNumber(index, now), catalogue, now })
      const started = performance.now()
      await searchAds(database.db, question)
      return performance.now() - started
    }
    for (let index = 0; index < QUERIES; index++) await ask(index)
    const times: number[] = []
    for (let index = 0; index < QUERIES; index++) times.push(await ask(index))
    const { median, slowest } = spread(times)
    rows.push(measured(`${size.toLocaleString('en')} listings: median`, median, 'ms', 1))
    const what = `${size.toLocaleString('en')} listings: slowest of ${QUERIES}`
    rows.push(size === 100_000 ? atMost(what, slowest, 70, 'ms', 1) : measured(what, slowest, 'ms', 1))
  }
  await database.remove()
  return rows
}

const CITIES = [1061, 335471, 335469, 305]

function questionNumber(index: number, now: Date) {
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const start = 3 + (index % 40)
  const filters = AdFilters.parse({
    city: CITIES[index % CITIES.length],
    categories: [index % 7 === 0 ? 5 : 2],
    start_date: day(start),
    start_time: '10:00',
    end_date: day(start + 2 + (index % 12)),
    end_time: '10:00',
    ...(index % 3 === 0 && { gearbox_type: ['AUTOMATIC'] }),
    ...(index % 4 === 0 && { types: ['suv', 'sedan'] }),
    ...(index % 5 === 0 && { yearFrom: 2016 }),
  })
  const orderings = ['recommended', 'cheapest', 'priciest', 'rating'] as const
  return {
    filters,
    currency: 'IRT' as const,
    ordering: orderings[index % 4] ?? 'recommended',
    page: 1 + (index % 3),
    size: 24,
  }
}
