import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { SlowQuery } from '#app/db/queries/slow-queries.ts'
import { withoutValues } from '#app/db/queries/statement.ts'
import { inTask } from '#app/tracing/current-task.ts'
import { testDatabase } from '../support/server/database/database.ts'

const SLOW_MS = 150
const PHONE = '+989121234567'
const SHORT_HASH = /^[0-9a-f]{12}$/

const { url, pool: others } = await testDatabase()
const reports: SlowQuery[] = []
const open = ({ poolSize = 4, planKeptMs }: { poolSize?: number; planKeptMs?: number } = {}) =>
  openDatabase({
    ...{ databaseUrl: url, dataDir: '', log: () => {}, poolSize, answersWithinMs: 10_000 },
    slowQuery: { afterMs: SLOW_MS, report: (facts) => reports.push(facts), ...(planKeptMs && { planKeptMs }) },
  })
const { db, slowQueries, close } = await open()
afterAll(close)
await others.query('create table keepsake (label text constraint keepsake_label unique)')
await others.query(`insert into keepsake select 'label ' || n from generate_series(1, 5000) as n`)
await others.query('analyze keepsake')
afterEach(() => void reports.splice(0))

async function reported(count = 1) {
  await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(count)
  return reports
}

function sleepAndRead(on: Kysely<DB>, labels: string[], seconds = 0.2) {
  return sql`
    select pg_sleep(${seconds}), (select count(*) from keepsake where label in (${sql.join(labels)}) and label <> 'a literal')
  `.execute(on)
}

test('a slow statement is reported with its plan and what it ran for, and without values', async () => {
  await sleepAndRead(db, [PHONE], 0)
  await inTask({ call: 'GET /ads/', request: 'r1' }, () => sleepAndRead(db, [PHONE]))
  const [report] = await reported()
  expect(report).toMatchObject({
    statement: expect.stringMatching(SHORT_HASH),
    planHash: expect.stringMatching(SHORT_HASH),
    plan: expect.stringContaining('keepsake_label'),
    call: 'GET /ads/',
    request: 'r1',
  })
  expect(report?.ms).toBeGreaterThanOrEqual(SLOW_MS)
  expect(report?.sql).toContain('select pg_sleep($1)')
  expect(JSON.stringify(report)).not.toContain(PHONE)
  expect(JSON.stringify(report)).not.toContain('a literal')
})

test('other values, and as many as one likes, make no other statement', async () => {
  await sleepAndRead(db, ['one', 'two'])
  await sleepAndRead(db, ['one', 'two', 'three'])
  const [first, second] = await reported(2)
  expect(second).toMatchObject({ statement: first?.statement, planHash: first?.planHash, sql: first?.sql })
})

test('a plan is asked once for many runs, and again after a while, when a change is named', async () => {
  const forgetful = await open({ planKeptMs: 3_000 })
  try {
    await sleepAndRead(forgetful.db, ['one'])
    const before = (await reported(1))[0]?.planHash
    await others.query('alter index keepsake_label rename to keepsake_by_label')
    await Promise.all([sleepAndRead(forgetful.db, ['two']), sleepAndRead(forgetful.db, ['three'])])
    expect((await reported(3)).map(({ planHash }) => planHash)).toEqual([before, before, before])
    await sleep(3_000)
    await sleepAndRead(forgetful.db, ['four'])
    const last = (await reported(4)).at(-1)
    expect(last).toMatchObject({ plan: expect.stringContaining('keepsake_by_label'), planBefore: before })
  } finally {
    await others.query('alter index keepsake_by_label rename to keepsake_label')
    await forgetful.close()
  }
})

test('a statement that writes is reported without a plan', async () => {
  await sql`with waited as (select pg_sleep(0.2)::text as slept)
    update keepsake set label = label from waited where label = slept || ${PHONE}`.execute(db)
  const [report] = await reported()
  expect(report?.sql).toContain('update keepsake')
  expect(report?.planHash).toBeUndefined()
})

test('a statement that fails late is reported with its code', async () => {
  await expect(sql`select 1 / length(pg_sleep(${0.2})::text)`.execute(db)).rejects.toThrow('zero')
  expect((await reported())[0]).toMatchObject({ code: '22012' })
})

test('while no connection is to spare, the report comes without a plan, and nobody waits', async () => {
  const single = await open({ poolSize: 1 })
  try {
    await single.db.transaction().execute(async (tx) => {
      await sleepAndRead(tx, ['one'])
      expect((await reported())[0]?.planHash).toBeUndefined()
    })
    await sleepAndRead(single.db, ['one'])
    expect((await reported(2))[1]?.planHash).toMatch(SHORT_HASH)
  } finally {
    await single.close()
  }
})

test('a plan that would have to wait for a lock is left out', async () => {
  const locker = await others.connect()
  const slow = sleepAndRead(db, ['a', 'b', 'c'].concat('x'), 0.4)
  const another = sql`select pg_sleep(0.4), (select count(*) from keepsake where label > ${PHONE})`.execute(db)
  await sleep(100)
  // It gets the lock as soon as both statements are done.
  await locker.query('begin; lock table keepsake')
  await Promise.all([slow, another])
  const found = (await reported(2)).find(({ sql: text }) => text.includes('label >'))
  expect(found?.statement).toMatch(SHORT_HASH)
  expect(found?.planHash).toBeUndefined()
  await locker.query('rollback')
  locker.release()
})

test('what was asked for a plan leaves the connection as it was', async () => {
  await sleepAndRead(db, ['once', 'more'])
  await reported()
  const settings = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { rows } = await sql<Record<string, string>>`select current_setting('plan_cache_mode') as mode,
        current_setting('statement_timeout') as most, current_setting('transaction_read_only') as reading,
        (select count(*) from pg_prepared_statements) as prepared, pg_sleep(0.05)::text`.execute(db)
      return rows[0]
    }),
  )
  for (const found of settings) expect(found).toMatchObject({ mode: 'auto', most: '15s', reading: 'off', prepared: 0 })
})

test('slow statements are counted', () => {
  const { queries, seconds } = slowQueries!.counts()
  expect(queries).toBeGreaterThan(5)
  expect(seconds).toBeGreaterThan((queries * SLOW_MS) / 1000)
})

test('literals, long numbers and lists are no part of a statement’s text', () => {
  expect(withoutValues(`select 'it''s',  $tag$ body $tag$, 98912123456 where a in ($1, $2,\n $3)  and b = $4`)).toBe(
    'select …, …, … where a in ($…) and b = $4',
  )
})
