import { DAY_MS } from '#app/rules/time/durations.ts'
import { measureCalls } from './api/calls.ts'
import { measureChat } from './api/chat.ts'
import { measureDesk } from './api/desk.ts'
import { measureEvents } from './api/events.ts'
import { measureOffers } from './api/offers.ts'
import { measurePeople } from './api/people.ts'
import { measureReservations } from './api/reservations.ts'
import { measureSearch } from './api/search.ts'
import { measureSearchIndex } from './api/search-index.ts'
import { measureCpu } from './cpu.ts'
import { measureFirstPrice } from './pages/first-price.ts'
import { measureFirstTouch } from './pages/first-touch.ts'
import { measureFirstView } from './pages/first-view.ts'
import { measureLanguages, measurePages } from './pages/pages.ts'
import { busyness, reportSection } from './report.ts'
import { type Served, serveSite } from './site.ts'
import { missedRows, printSection, type Row } from './table.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/**
 * `npm run bench`: every number of quality.md that a machine can measure, with its budget beside it. `npm run bench
 * desks chat` measures only the sections with one of these words in their titles. Each is written into `docs/benchmarks.md`.
 */
const words = process.argv.slice(2).map((word) => word.toLowerCase())
const isMeasured = (title: string) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word))
const when = `start_date=${inDays(12)}&start_time=10:00&end_date=${inDays(17)}&end_time=10:00`
const results = `/rent/car?city=1061&${when}`
/** Those that ask a running site. */
const ofSite: [title: string, measure: (site: Served) => Promise<Row[]>][] = [
  [
    'Bytes on the wire (Brotli)',
    async ({ origin }) =>
      measurePages(origin, {
        home: { path: '/', script: true },
        results: { path: results, script: true },
        vehicle: { path: await vehicleAt(origin), script: true },
        'find a voucher': { path: '/voucher', script: false },
      }),
  ],
  [
    'HTML by language',
    async ({ origin }) => {
      const vehicle = await vehicleAt(origin)
      const prefixes = ['/en', '/ar', '/tr', '/de']
      return measureLanguages(
        origin,
        prefixes.flatMap((prefix) => [prefix, prefix + results, prefix + vehicle]),
      )
    },
  ],
  ['Server CPU', (site) => measureCpu(site, results)],
  ['Results on a slow line', ({ origin }) => measureFirstView(origin + results)],
  ['First price of results, cold, 412 px, a quarter of the CPU', ({ origin }) => measureFirstPrice(origin + results)],
  ['First touch of results', ({ origin }) => measureFirstTouch(origin, results)],
]
if (ofSite.some(([title]) => isMeasured(title))) {
  const site = await serveSite()
  try {
    for (const [title, measure] of ofSite) await section(title, () => measure(site))
  } finally {
    await site.stop()
  }
}
await section('Search, six facets and dates, ten busy ranges a listing', measureSearch)
await section('Search index in memory, all filters', measureSearchIndex)
await section('Offers at 20 requests a second', measureOffers)
await section('The ten hottest calls of the API', measureCalls)
await section('Reservations under contention', measureReservations)
await section('Events of reservations', measureEvents)
let people: ReturnType<typeof measurePeople> | undefined
const measuredPeople = () => {
  people ??= measurePeople()
  return people
}
await section('Signing in, 200 people at once', async () => (await measuredPeople()).signIn)
await section('One wallet, 40 spends at once', async () => (await measuredPeople()).wallet)
await section('Desks with 1,000 vehicles and 50,000 reservations', measureDesk)
await section('Chat, beside a bare Socket.IO echo in the same run', measureChat)

const missed = missedRows()
console.log(missed.length === 0 ? '\nEvery budget is met.' : `\nMissed: ${missed.join('; ')}.`)
process.exitCode = missed.length === 0 ? 0 : 1

/** Measures and prints a section; one that cannot be measured counts as a missed budget, and the others follow. */
async function section(title: string, measure: () => Promise<Row[]>) {
  if (!isMeasured(title)) return
  const busy = busyness()
  const rows = await measure().catch((error: Error): Row[] => [
    { what: title, value: 'not measured', budget: error.message.split('\n', 1)[0], met: false },
  ])
  printSection(title, rows)
  reportSection(title, rows, busy)
}

async function vehicleAt(origin: string): Promise<string> {
  return `/book/car/${await aCar(origin)}/${inDays(12)}/${inDays(17)}`
}

async function aCar(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/business/rent/ad/search/?size=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      city: 1061,
      categories: [2],
      start_date: inDays(12),
      start_time: '10:00',
      end_date: inDays(17),
      end_time: '10:00',
    }),
  })
  const { results: found } = (await answer.json()) as { results: { id: number }[] }
  if (!found[0]) throw new Error('The demonstration has no free car in Kish.')
  return found[0].id
}
