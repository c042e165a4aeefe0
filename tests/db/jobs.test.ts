import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type JobHandlers, type JobSchedule, type Jobs, startJobs } from '#app/api/work/jobs.ts'
import { testDatabase } from '../support/server/database/database.ts'

type Kinds = { greet: { name: string }; sweep: object }

const { db, pool, url } = await testDatabase()
const runners: Jobs<Kinds>[] = []

async function runner(handlers: Partial<JobHandlers<Kinds>>, schedules: JobSchedule<Kinds>[] = [], pollSeconds = 0.5) {
  const all = { greet: async () => {}, sweep: async () => {}, ...handlers }
  const jobs = await startJobs<Kinds>({ url, handlers: all, schedules, pollSeconds, log: () => {} })
  runners.push(jobs)
  return jobs
}

afterEach(async () => {
  await Promise.all(runners.splice(0).map((jobs) => jobs.stop()))
})

test('two processes that start at once on an empty database run each job once', async () => {
  const greeted: string[] = []
  const greet = async ({ name }: Kinds['greet']) => void greeted.push(name)
  const [jobs] = await Promise.all([runner({ greet }), runner({ greet })])
  const names = Array.from({ length: 20 }, (_, index) => `guest ${index}`)
  for (const name of names) await jobs.send(db, 'greet', { name })
  await expect.poll(() => greeted.length, { timeout: 10_000 }).toBe(names.length)
  expect(greeted.toSorted()).toEqual(names.toSorted())
})

test('a job runs soon after the transaction that enqueued it', async () => {
  const greeted: string[] = []
  const jobs = await runner({ greet: async ({ name }) => void greeted.push(name) })
  await db.transaction().execute((tx) => jobs.send(tx, 'greet', { name: 'کیش' }))
  await expect.poll(() => greeted, { timeout: 5_000 }).toEqual(['کیش'])
})

test('many jobs of one transaction run together, not one per poll', async () => {
  const greeted: string[] = []
  const jobs = await runner({ greet: async ({ name }) => void greeted.push(name) }, [], 60)
  await db.transaction().execute(async (tx) => {
    for (let guest = 0; guest < 35; guest++) await jobs.send(tx, 'greet', { name: `guest ${guest}` })
  })
  await expect.poll(() => greeted.length, { timeout: 10_000 }).toBe(35)
})

test('of jobs that run together, only the failed one is tried again', async () => {
  const tries: string[] = []
  const jobs = await runner({
    async greet({ name }) {
      tries.push(name)
      if (name === 'shy' && !tries.slice(0, -1).includes('shy')) throw new Error('not today')
    },
  })
  await db.transaction().execute(async (tx) => {
    for (const name of ['bold', 'shy', 'calm']) await jobs.send(tx, 'greet', { name }, { retryDelay: 1 })
  })
  await expect.poll(() => tries.toSorted(), { timeout: 20_000 }).toEqual(['bold', 'calm', 'shy', 'shy'])
})

test('a transaction that is rolled back leaves no job', async () => {
  const greeted: string[] = []
  const jobs = await runner({ greet: async ({ name }) => void greeted.push(name) })
  const failing = db.transaction().execute(async (tx) => {
    await jobs.send(tx, 'greet', { name: 'nobody' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await jobs.send(db, 'greet', { name: 'somebody' })
  await expect.poll(() => greeted, { timeout: 5_000 }).toEqual(['somebody'])
})

test('a failed job is tried again', async () => {
  let tries = 0
  const jobs = await runner({
    async greet() {
      tries += 1
      if (tries === 1) throw new Error('not today')
    },
  })
  await jobs.send(db, 'greet', { name: 'again' }, { retryDelay: 1 })
  await expect.poll(() => tries, { timeout: 20_000 }).toBe(2)
})

test('stopping lets a running job finish', async () => {
  let state = 'waiting'
  const work = Promise.withResolvers<void>()
  const jobs = await runner({
    async greet() {
      state = 'running'
      await work.promise
      state = 'done'
    },
  })
  await jobs.send(db, 'greet', { name: 'late' })
  await expect.poll(() => state, { timeout: 5_000 }).toBe('running')
  const stopping = jobs.stop()
  work.resolve()
  await stopping
  expect(state).toBe('done')
})

test('a schedule that the code no longer has is removed', async () => {
  await runner({}, [{ name: 'sweep' }])
  await runner({}, [{ name: 'greet', cron: '5 4 * * *', timeZone: 'Asia/Tehran' }])
  const { rows } = await pool.query('select name, cron from pgboss.schedule')
  expect(rows).toEqual([{ name: 'greet', cron: '5 4 * * *' }])
})

test('a scheduled job has the limits of its schedule, also where a former version has made its queue', async () => {
  await runner({}, [{ name: 'sweep' }])
  await runner({}, [{ name: 'sweep', expireInSeconds: 43_200, retryLimit: 1 }])
  const { rows } = await pool.query(`select expire_seconds, retry_limit from pgboss.queue where name = 'sweep'`)
  expect(rows).toEqual([{ expire_seconds: 43_200, retry_limit: 1 }])
})

test('after the database’s clock has gone back by an hour, jobs and schedules go on at once', async () => {
  const greeted: string[] = []
  const jobs = await runner({ greet: async ({ name }) => void greeted.push(name) }, [{ name: 'sweep' }])
  const rounds = async () =>
    (await pool.query(`select cron_on <= now() as "isPast" from pgboss.version`)).rows[0].isPast
  await expect.poll(rounds, { timeout: 10_000 }).toBe(true)
  // What an hour later was noted before that: a round, and a job to be done at once.
  await jobs.send(db, 'greet', { name: 'early' }, { startAfter: new Date(Date.now() + 3_600_000) })
  await pool.query(
    `update pgboss.job set created_on = start_after, singleton_on = start_after where name = 'greet' and state = 'created'`,
  )
  // One whose time is from a site whose clock did not go back.
  await jobs.send(db, 'greet', { name: 'late' }, { startAfter: new Date(Date.now() + 600_000) })
  await pool.query(
    `update pgboss.job set created_on = now() + interval '1 hour' where name = 'greet' and start_after < now() + interval '20 minutes'`,
  )
  await pool.query(`update pgboss.queue set maintain_on = now() + interval '1 hour'`)
  await pool.query(`update pgboss.version set cron_on = now() + interval '1 hour'`)
  await expect.poll(() => greeted, { timeout: 30_000 }).toEqual(['early'])
  expect(await rounds()).not.toBe(false)
  const { rows } = await pool.query(`select name from pgboss.queue where maintain_on > now()`)
  expect(rows).toEqual([])
  const { rows: later } = await pool.query(
    `select created_on <= now() as "isPast", start_after > now() + interval '8 minutes' as "isLater" from pgboss.job
      where name = 'greet' and state = 'created'`,
  )
  expect(later).toEqual([{ isPast: true, isLater: true }])
}, 60_000)

test('no statement of the queue is compiled, though the server would', async () => {
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set jit = on`.execute(db)
  // A trigger sees what applies to the connection that writes.
  await runner({})
  await sql`create table seen_jit (jit text)`.execute(db)
  await sql`create function note_jit() returns trigger language plpgsql as
    $$ begin insert into seen_jit values (current_setting('jit')); return new; end $$`.execute(db)
  await sql`create trigger note_jit before insert or update on pgboss.queue for each row execute function note_jit()`.execute(
    db,
  )
  await runner({}, [{ name: 'sweep', expireInSeconds: 100 }])
  const { rows } = await sql<{ jit: string }>`select distinct jit from seen_jit`.execute(db)
  expect(rows).toEqual([{ jit: 'off' }])
})
