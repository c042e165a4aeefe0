import { sql } from 'kysely'
import { startWebhooks } from '#app/api/work/webhooks.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { testApi } from '../../support/api/api.ts'
import { storeWebhook } from '../../support/api/webhook.ts'
import { benchDatabase } from '../database.ts'
import { sampleDriver } from '../sample-driver.ts'
import { atMost, measured, type Row, spread } from '../table.ts'

const VEHICLES = 20
const ROUNDS = 8
const WAYS = ['none', 'written', 'sent'] as const

/**
 * What events cost: reservations one after the other, in turn without events, with them and no endpoint, and with an endpoint of each
 * company, to which the same process sends.
 */
export async function measureEvents(): Promise<Row[]> {
  const now = new Date()
  const database = await benchDatabase(now)
  const { db, url } = database
  const site = await testApi({
    db,
    now: now.toISOString(),
    sendWebhook: async () => ({ status: 204, headers: {}, body: '' }),
  })
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const during = (round: number) => ({
    ...{ start_date: day(60 + 6 * round), start_time: '10:00', end_date: day(63 + 6 * round), end_time: '10:00' },
  })
  const free = { city: 1061, categories: [2], ...during(0) }
  const { results } = await site.as().ads.search({ query: { size: VEHICLES }, body: free })
  const times: Record<(typeof WAYS)[number], number[]> = { none: [], written: [], sent: [] }
  const companies = await db.selectFrom('company').select('id').execute()
  const sending = await startWebhooks({ deps: site.deps, url, log: console.error })
  let [person, sent, sentMs] = [0, 0, 0]
  for (let round = 0; round < ROUNDS * WAYS.length; round += 1) {
    const way = WAYS[round % WAYS.length] ?? 'none'
    await sql
      .raw(`alter table reservation_event ${way === 'none' ? 'disable' : 'enable'} trigger reservation_event_noted`)
      .execute(db)
    if (way === 'sent') for (const { id } of companies) await storeWebhook(site, { company: id })
    const before = times.sent.length
    const began = performance.now()
    for (const { id } of results) {
      person += 1
      const started = performance.now()
      await site
        .as({ clientAddress: `10.0.${Math.floor(person / 200)}.${person % 200}` })
        .reservations.reserve({ id, ...during(round), ...sampleDriver(person) })
        .then(
          () => times[way].push(performance.now() - started),
          // Somebody else has it then.
          () => {},
        )
    }
    if (way === 'sent') {
      await allSent()
      sent += times.sent.length - before
      sentMs += performance.now() - began
      await db.deleteFrom('webhook').execute()
    }
  }
  await sending.stop()
  await database.remove()
  const [none, written, whole] = WAYS.map((way) => spread(times[way]).median)
  return [
    measured('a reservation without events', none ?? 0, 'ms', 1),
    measured('with its event', written ?? 0, 'ms', 1),
    measured('with an endpoint that it is sent to', whole ?? 0, 'ms', 1),
    atMost('an event, in reservations', ((written ?? 0) - (none ?? 0)) / (none ?? 1), 0.15, '', 2),
    measured('reservations and their deliveries a second', sent / (sentMs / 1000), '/s', 1),
  ]

  async function allSent() {
    const left = () =>
      db
        .selectFrom('event')
        .leftJoin('webhook_delivery', 'webhook_delivery.event_id', 'event.id')
        .select('event.id')
        .where((of) => of.or([of('position', 'is', null), of('status', '=', 'WAITING')]))
        .limit(1)
        .executeTakeFirst()
    while (await left()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
