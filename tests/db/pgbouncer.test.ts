import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startJobs } from '#app/api/work/jobs.ts'
import { type Actor, actingAs, giveReason } from '#app/db/connection/actor.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { testApi } from '../support/api/api.ts'
import { wrongInBooks } from '../support/api/books.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../support/api/fleet.ts'
import { signedIn } from '../support/api/identities.ts'
import { liveApi } from '../support/live/live-api.ts'
import { ask, collected, connected } from '../support/live/live-client.ts'
import { hasPgBouncer, startPgBouncer } from '../support/server/cluster/pgbouncer.ts'
import { testDatabase } from '../support/server/database/database.ts'
import { testBank } from '../support/server/simulators/bank.ts'

if (!hasPgBouncer) console.warn('Skipped: PgBouncer is not on this machine (apt-get install pgbouncer).')

/** Fewer than the clients, so that each transaction may get another one's connection. */
const SERVER_CONNECTIONS = 3

describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode', async () => {
  if (!hasPgBouncer) return
  const direct = await testDatabase()
  const pgbouncer = await startPgBouncer(direct.url, { size: SERVER_CONNECTIONS })
  const notes: string[] = []
  const open = (poolSize = 10) =>
    openDatabase({
      ...{ databaseUrl: pgbouncer.url, sessionUrl: direct.url, dataDir: '', poolSize },
      log: (line) => notes.push(line),
      answersWithinMs: 10_000,
    })
  const [here, there] = await Promise.all([open(), open()])
  const { db } = here
  await migrateToLatest(here.session, () => {})
  await loadFleet(db)
  const bank = await testBank(() => site.clock.now())
  const site = await testApi({ db, bank: bank.origin })
  afterEach(() => expect(site.reported).toEqual([]))
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await pgbouncer.stop()
  })

  test('a setting of the session would reach other clients: why actors are set for one transaction only', async () => {
    const [one, other] = [new pg.Client(pgbouncer.url), new pg.Client(pgbouncer.url)]
    await Promise.all([one.connect(), other.connect()])
    await one.query(`select set_config('savari.leak', 'mine', false)`)
    const { rows } = await other.query(`select current_setting('savari.leak', true) as seen`)
    expect(rows).toEqual([{ seen: 'mine' }])
    await one.query('reset savari.leak')
    await Promise.all([one.end(), other.end()])
  })

  test('each change is attributed to who made it, and what nobody made to nobody', { timeout: 60_000 }, async () => {
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from audit_entry`.execute(db)
    const vehicles = Array.from({ length: 20 }, (_, n) => 101 + n)
    const change = (database: typeof db, vehicle: number, n: number) =>
      database
        .updateTable('ad')
        .set({ mileage_per_day: 10_000 + n })
        .where('id', '=', vehicle)
        .execute()
    await Promise.all(
      vehicles.map(async (vehicle) => {
        const isNobody = vehicle % 5 === 0
        for (let n = 1; n <= 12; n++) {
          const database = (vehicle + n) % 2 ? here.db : there.db
          const work = async () => {
            if (n % 3 === 0) {
              return database.transaction().execute(async (tx) => {
                await change(tx, vehicle, n)
                await giveReason(tx, `because of ${vehicle}`)
              })
            }
            if (n % 3 === 1)
              await expect(sql`insert into ad (id) values (${vehicle})`.execute(database)).rejects.toThrow()
            return change(database, vehicle, n)
          }
          await (isNobody ? work() : actingAs(actorOf(vehicle, n), work))
        }
      }),
    )
    const written = await db
      .selectFrom('audit_entry')
      .select(['actor', 'request_id', 'row_key', 'after', 'reason'])
      .where('subject', '=', 'ad')
      .where('id', '>', rows[0]!.last)
      .execute()
    const named = vehicles.filter((vehicle) => vehicle % 5 !== 0)
    expect(written).toHaveLength(named.length * 12)
    for (const { actor, request_id, row_key, after } of written) {
      expect(actor).toBe(`account-${row_key}`)
      expect(request_id).toBe(`request-${row_key}-${(after as { mileage_per_day: number }).mileage_per_day - 10_000}`)
    }
    expect(written.filter(({ reason }) => reason !== null)).toEqual([])
  })

  test('customers and desks do their work beside each other, and the log names the right ones', {
    timeout: 120_000,
  }, async () => {
    const staff = await Promise.all(
      [1, 2, 3, 4].map((n) => signedIn(site, { phone: `+98912000090${n}`, role: 'AGENT', company: TOMAN.company })),
    )
    const customer = async (n: number) => {
      const visitor = site.as({ requestId: `customer ${n}` })
      const phone = phoneOf(n)
      const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 100 + n, phone })
      const payment = await visitor.payments.payOnline({ transaction_id: id })
      const answer = await bank.press(payment.url ?? '', 'pay')
      await visitor.payments.clientVerify({ ref_id: payment.payment_id, answer })
      const { status } = await visitor.reservations.voucher({ id })
      if (n % 2) await visitor.reservations.cancel({ id })
      return status
    }
    const desk = async ({ calls }: (typeof staff)[number], n: number) => {
      const made: string[] = []
      for (const day of ['10', '11', '12', '13', '14']) {
        const time = {
          start_date: `2027-03-${day}`,
          start_time: '10:00',
          end_date: `2027-03-${day}`,
          end_time: '18:00',
        }
        const { id } = await calls.company.calendar.block({ ad: 110 + n, ...time })
        made.push(String(id))
      }
      return made
    }
    const [statuses, blocks] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, n) => customer(n + 1))),
      Promise.all(staff.map(desk)),
    ])
    expect(new Set(statuses)).toEqual(new Set(['CONFIRMED']))
    for (const [n, { id: actor }] of staff.entries()) {
      const written = await db
        .selectFrom('audit_entry')
        .select('row_key')
        .where('actor', '=', actor)
        .where('subject', '=', 'busy')
        .execute()
      expect(written.map(({ row_key }) => row_key).toSorted()).toEqual(blocks[n]?.toSorted())
    }
    expect(await wrongInBooks(db)).toEqual([])
  })

  test('news reach the other process by LISTEN on a connection of its own', { timeout: 60_000 }, async () => {
    const lives = await Promise.all([here, there].map(({ db, url }) => liveApi({ db, url })))
    const [first, second] = lives as [(typeof lives)[0], (typeof lives)[0]]
    try {
      const customer = await signedIn(first.api, { phone: '+989121234567' })
      const operator = await signedIn(first.api, { phone: '+989120000300', role: 'ADMIN' })
      const room = (await customer.calls.chat.createSale({})).room.id
      const one = await connected(first.origin, customer, { [room]: 0 })
      const two = await connected(second.origin, operator, { [room]: 0 })
      await Promise.all([ask(one, 'join', { room }), ask(two, 'join', { room })])
      const atTwo = collected(two)
      await ask(one, 'new_message', { room, message: 'through the pool' })
      await vi.waitFor(() => expect(atTwo.map(({ message }) => message)).toEqual(['through the pool']), {
        timeout: 5000,
      })
    } finally {
      await Promise.all(lives.map((live) => live.close()))
    }
  })

  test('a job that is enqueued through the pool runs once, on one of two processes', { timeout: 60_000 }, async () => {
    const done: string[] = []
    const handlers = { greet: async ({ name }: { name: string }) => void done.push(name) }
    const jobs = await Promise.all(
      [here, there].map(({ url }) => startJobs<{ greet: { name: string } }>({ url, handlers, log: () => {} })),
    )
    const names = Array.from({ length: 20 }, (_, n) => `guest ${n}`)
    for (const name of names) await db.transaction().execute((tx) => jobs[0]!.send(tx, 'greet', { name }))
    await vi.waitFor(() => expect(done.toSorted()).toEqual(names.toSorted()), { timeout: 20_000 })
    await Promise.all(jobs.map((each) => each.stop()))
  })

  test('limits of time hold, which the configuration of the pool sets', async () => {
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
    expect(rows).toEqual([{ limit: '15s' }])
    expect(notes).toEqual([])
  })

  test('a pool alone is refused, in one line that says what is missing', async () => {
    const alone = { databaseUrl: pgbouncer.url, dataDir: '', log: () => {} }
    await expect(openDatabase(alone)).rejects.toThrow('Set DATABASE_SESSION_URL')
    await expect(openDatabase({ ...alone, sessionUrl: pgbouncer.url })).rejects.toThrow('leads to a pool')
  })
})

function actorOf(vehicle: number, n: number): Actor {
  const request = `request-${vehicle}-${n}`
  return { account: `account-${vehicle}`, role: 'ADMIN', company: null, call: 'test', request }
}
