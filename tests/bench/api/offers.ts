import { DAY_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { ask } from '../load.ts'
import { serveSite } from '../site.ts'
import { atMost, measured, type Row } from '../table.ts'

const A_SECOND = 20
const SECONDS = 15
const BUDGET_MS = 150
const CITIES = [1061, 335471, 335469, 305]

/** Offers for other sites at 20 requests a second, each of other dates so that no answer is kept: the 95th percentile. */
export async function measureOffers(): Promise<Row[]> {
  const site = await serveSite()
  try {
    for (let index = 0; index < A_SECOND; index++) await ask(site.origin + pathNumber(1000 + index))
    const asked: Promise<number>[] = []
    const begun = performance.now()
    for (let index = 0; index < A_SECOND * SECONDS; index++) {
      const due = begun + (index * SECOND_MS) / A_SECOND
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      const sent = performance.now()
      asked.push(ask(site.origin + pathNumber(index)).then(() => performance.now() - sent))
    }
    const times = (await Promise.all(asked)).sort((one, other) => one - other)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    return [measured('median', at(0.5), 'ms', 1), atMost('95 of 100 within', at(0.95), BUDGET_MS, 'ms', 1)]
  } finally {
    await site.stop()
  }
}

function pathNumber(index: number): string {
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
  const start = 3 + (index % 80)
  const city = CITIES[index % CITIES.length]
  const dates = `start_date=${day(start)}&end_date=${day(start + 2 + (index % 9))}`
  return `/api/v2/offers/?city=${city}&${dates}&start_time=${index % 2 ? '10:00' : '11:30'}&currency=EUR&page=${1 + (index % 3)}`
}
