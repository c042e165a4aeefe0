import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, openPool } from '#app/db/connection/connection.ts'
import { isDatabaseAway, isReadOnly } from '#app/db/connection/error-code.ts'
import { openReplicas } from '#app/db/connection/replicas.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { bytesAt } from '#app/rules/log-position.ts'
import { hasPgBouncer, startPgBouncer } from '../support/server/cluster/pgbouncer.ts'
import { replicatedDatabase } from '../support/server/database/replicated-database.ts'

const { db, url, replicaUrl, pause, resume, stopReplica, failOver } = await replicatedDatabase()

test('while the primary is silent, who has written something is not answered by a replica', async () => {
  const replicas = await openReplicas({ primary: db, primaryUrl: url, urls: [replicaUrl], log: () => {} })
  afterAll(replicas.close)
  const position = await replicas.position()
  await expect.poll(() => replicas.caughtUpWith(position)).toBeDefined()
  await db.transaction().execute(async (tx) => {
    await sql`lock table note in access exclusive mode`.execute(tx)
    await expect.poll(() => replicas.caughtUpWith(position), { timeout: 5_000 }).toBeUndefined()
    expect(replicas.caughtUpWith(undefined)).toBeDefined()
  })
  await expect.poll(() => replicas.caughtUpWith(position), { timeout: 5_000 }).toBeDefined()
})

test('a connection that no longer answers is given up, while new ones are answered', { timeout: 20_000 }, async () => {
  const { address, freeze } = await freezable(url)
  const replicas = await openReplicas({ primary: db, primaryUrl: address, urls: [replicaUrl], log: () => {} })
  afterAll(replicas.close)
  const position = await replicas.position()
  await expect.poll(() => replicas.caughtUpWith(position)).toBeDefined()
  freeze()
  await expect.poll(() => replicas.caughtUpWith(position), { timeout: 5_000 }).toBeUndefined()
  await expect.poll(() => replicas.caughtUpWith(position), { timeout: 10_000 }).toBeDefined()
})

test('a promotion that cannot be noted is logged once, and no replica is read until it can', {
  timeout: 30_000,
}, async () => {
  const lines: string[] = []
  // Counts also what is rolled back.
  await sql`create sequence tries`.execute(db)
  await sql`create function refuse() returns trigger language plpgsql
    as $$ begin perform nextval('tries'); raise exception 'refused'; end $$`.execute(db)
  await sql`create trigger refused before insert on note for each row execute function refuse()`.execute(db)
  // Now, as others that watch the primary would note it again.
  await sql`delete from note where key = 'promotion of the primary'`.execute(db)
  const tries = async () => {
    const { rows } = await sql<{ last_value: number }>`select last_value from tries`.execute(db)
    return Number(rows[0]?.last_value)
  }
  const log = (line: string) => void lines.push(line)
  const replicas = await openReplicas({ primary: db, primaryUrl: url, urls: [replicaUrl], log })
  afterAll(replicas.close)
  try {
    await expect.poll(tries, { timeout: 10_000 }).toBeGreaterThan(3)
    expect(replicas.usable()).toBe(0)
  } finally {
    await sql`drop trigger refused on note`.execute(db)
  }
  await expect.poll(() => replicas.usable(), { timeout: 10_000 }).toBe(1)
  const failures = lines.filter((line) => line.includes('promotion'))
  expect(failures).toEqual(['primary of the replicas: its promotion cannot be noted: refused'])
})

test('a server that was promoted to the same timeline without the primary is no replica', {
  timeout: 30_000,
}, async () => {
  const replicas = await openReplicas({ primary: db, primaryUrl: url, urls: [replicaUrl], log: () => {} })
  afterAll(replicas.close)
  await expect.poll(() => replicas.usable(), { timeout: 10_000 }).toBe(1)
  await pause()
  try {
    // As if the primary had been promoted by itself: the replica has a note with the same number of another promotion.
    await sql`update note set value = split_part(value, ' ', 1) || ' another'
      where key = 'promotion of the primary'`.execute(db)
    // Sooner than the replica counts as behind.
    await expect.poll(() => replicas.usable(), { timeout: 4_000 }).toBe(0)
  } finally {
    await resume()
  }
  await expect.poll(() => replicas.usable(), { timeout: 10_000 }).toBe(1)
})

test('a standby at the address of the primary is not even read, as if the database was away', async () => {
  const pool = openPool(replicaUrl, 1, () => {})
  const error = await pool.query('select 1').catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('only reads')
  expect(isDatabaseAway(error)).toBe(true)
  // As if a read had turned out to write, it would never be answered by a replica again.
  expect(isReadOnly(error)).toBe(false)
  await expect(openDatabase({ databaseUrl: replicaUrl, dataDir: '', log: () => {} })).rejects.toThrow('only reads')
  await pool.end()
})

test.skipIf(!hasPgBouncer)('nor is it through PgBouncer, which leads to the primary', { timeout: 30_000 }, async () => {
  const answers = await Promise.all([url, replicaUrl].map(throughPgBouncer))
  expect(answers[0]).toMatchObject({ rowCount: 1 })
  expect(isDatabaseAway(answers[1]), String(answers[1])).toBe(true)
})

test('a former primary that has not followed the next one is not read, although it has written more', async () => {
  await stopReplica()
  await sql`insert into note select 'only here ' || n, '' from generate_series(1, 20000) as n`.execute(db)
  const { db: next, url: nextUrl, formerUrl } = await failOver()
  const former = readerOf(formerUrl)
  expect(await onlyThere(former)).toBe(20_000)
  expect(await onlyThere(next)).toBe(0)

  const replicas = await openReplicas({ primary: next, primaryUrl: nextUrl, urls: [formerUrl], log: () => {} })
  afterAll(replicas.close)
  const { rows } = await sql<{ position: string }>`select pg_last_wal_replay_lsn()::text as position`.execute(former)
  expect(bytesAt(rows[0]?.position ?? '')).toBeGreaterThan(bytesAt(await replicas.position()))
  for (let looks = 0; looks < 10; looks++, await sleep(100)) {
    expect(replicas.usable()).toBe(0)
    expect(replicas.caughtUpWith(undefined)).toBeUndefined()
  }
})

/** An address that leads to a server by a socket of its system; `freeze` lets nothing pass any more on the connections of now. */
async function freezable(of: string): Promise<{ address: string; freeze: () => void }> {
  const [, role, database, folder] = /:\/\/(.*)@\/(.*)\?host=(.*)/.exec(of) ?? []
  const connections = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(`${decodeURIComponent(folder ?? '')}/.s.PGSQL.5432`)
    client.pipe(server).pipe(client)
    for (const each of [client, server]) connections.add(each.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => {
    for (const each of connections) each.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  const freeze = () => {
    for (const each of connections) each.unpipe().pause()
  }
  return { address: `postgresql://${role}@127.0.0.1:${port}/${database}`, freeze }
}

async function throughPgBouncer(address: string): Promise<unknown> {
  const pgbouncer = await startPgBouncer(address.replace('@/', '@socket/'), { size: 1 })
  const pool = openPool(pgbouncer.url, 1, () => {}, { isBehindPool: true })
  const answer = await pool.query('select 1').catch((error: unknown) => error)
  await pool.end()
  await pgbouncer.stop()
  return answer
}

function readerOf(url: string): Kysely<DB> {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(url, 1, () => {}, { isOfReplica: true }) }),
  })
  afterAll(() => db.destroy())
  return db
}

async function onlyThere(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key', 'like', 'only here %')
    .executeTakeFirstOrThrow()
  return Number(count)
}
