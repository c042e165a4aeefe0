import { DAY_MS } from '#app/rules/time/durations.ts'
import { testApi } from '../../support/api/api.ts'
import { benchDatabase } from '../database.ts'
import { sampleDriver } from '../sample-driver.ts'
import { measured, type Row } from '../table.ts'

const VEHICLES = 30
const ATTEMPTS_EACH = 40

/**
 * Many people reserve the same few vehicles at once, through the API in process: who gets one, who gets a 409, and how
 * fast.
 */
export async function measureReservations(): Promise<Row[]> {
  const now = new Date()
  const database = await benchDatabase(now)
  const { as } = await testApi({ db: database.db, now: now.toISOString() })
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const time = { start_date: day(12), start_time: '10:00', end_date: day(15), end_time: '10:00' }
  const found = await as().ads.search({ query: { size: VEHICLES }, body: { city: 1061, categories: [2], ...time } })
  const attempts = found.results.flatMap(({ id }, vehicle) =>
    Array.from({ length: ATTEMPTS_EACH }, (_, person) => ({ id, person: vehicle * ATTEMPTS_EACH + person })),
  )
  const attempt = ({ id, person }: { id: number; person: number }) =>
    as({ clientAddress: `10.0.${Math.floor(person / 200)}.${person % 200}` })
      .reservations.reserve({ id, ...time, ...sampleDriver(person) })
      .then(
        () => 'won' as const,
        (error: { code?: string }) => error.code ?? 'failed',
      )
  const started = performance.now()
  const outcomes = await Promise.all(shuffled(attempts).map(attempt))
  const seconds = (performance.now() - started) / 1000
  await database.remove()
  const won = outcomes.filter((outcome) => outcome === 'won').length
  const taken = outcomes.filter((outcome) => outcome === 'VEHICLE_TAKEN').length
  return [
    measured('attempts', outcomes.length, ''),
    {
      what: 'vehicles reserved',
      value: `${won}`,
      budget: `exactly ${found.results.length}`,
      met: won === found.results.length,
    },
    {
      what: 'refused because it is taken',
      value: `${taken}`,
      budget: `the others, ${outcomes.length - won}`,
      met: taken === outcomes.length - won,
    },
    measured('attempts a second', outcomes.length / seconds, '/s'),
    measured('reservations a second', won / seconds, '/s', 1),
  ]
}

/** A fixed order that mixes the vehicles. */
function shuffled<T>(items: T[]): T[] {
  return items
    .map((item, index) => ({ item, at: (index * 7919) % items.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
