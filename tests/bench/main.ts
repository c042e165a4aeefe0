import { measureCpu } from './cpu.ts'
import { measureFirstPrice } from './first-price.ts'
import { measureFirstTouch } from './first-touch.ts'
import { measureFirstView } from './first-view.ts'
import { measureLanguages, measurePages } from './pages.ts'
import { measurePeople } from './people.ts'
import { measureReservations } from './reservations.ts'
import { measureSearch } from './search.ts'
import { serveSite } from './site.ts'
import { missedRows, printSection } from './table.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** `npm run bench`: every number of quality.md that a machine can measure, with its budget beside it. */
const when = `start_date=${inDays(12)}&start_time=10:00&end_date=${inDays(17)}&end_time=10:00`
const results = `/rent/car?city=1061&${when}`
const site = await serveSite()
try {
  const vehicle = `/book/car/${await aCar(site.origin)}/${inDays(12)}/${inDays(17)}`
  printSection(
    'Bytes on the wire (Brotli)',
    await measurePages(site.origin, {
      home: { path: '/', script: true },
      results: { path: results, script: true },
      vehicle: { path: vehicle, script: true },
      'find a voucher': { path: '/voucher', script: false },
    }),
  )
  printSection(
    'HTML by language',
    await measureLanguages(
      site.origin,
      ['/en', '/ar', '/tr', '/de'].flatMap((prefix) => [prefix, prefix + results, prefix + vehicle]),
    ),
  )
  printSection('Server CPU', await measureCpu(site, results))
  printSection('Results on a slow line', await measureFirstView(site.origin + results))
  printSection(
    'First price of results, cold, 412 px, a quarter of the CPU',
    await measureFirstPrice(site.origin + results),
  )
  printSection('First touch of results', await measureFirstTouch(site.origin, results))
} finally {
  await site.stop()
}
printSection('Search, six facets and dates, ten busy ranges a listing', await measureSearch())
printSection('Reservations under contention', await measureReservations())
const people = await measurePeople()
printSection('Signing in, 200 people at once', people.signIn)
printSection('One wallet, 40 spends at once', people.wallet)

const missed = missedRows()
console.log(missed.length === 0 ? '\nEvery budget is met.' : `\nMissed: ${missed.join('; ')}.`)
process.exitCode = missed.length === 0 ? 0 : 1

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
