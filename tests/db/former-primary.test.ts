import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { openReplicas } from '#app/db/connection/replicas.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { bytesAt } from '#app/rules/log-position.ts'
import { replicatedDatabase } from '../support/server/database/replicated-database.ts'

const { db, url, replicaUrl, stopReplica, failOver } = await replicatedDatabase()

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

test('a former primary that has not followed the next one is not read, although it has written more', async () => {
  await stopReplica()
  await sql`insert into note select 'only here ' || n, '' from generate_series(1, 20000) as n`.execute(db)
  const { db: next, url: nextUrl, formerUrl } = await failOver()
  const former = await openDatabase({ databaseUrl: formerUrl, dataDir: '', log: () => {} })
  afterAll(former.close)
  expect(await onlyThere(former.db)).toBe(20_000)
  expect(await onlyThere(next)).toBe(0)

  const replicas = await openReplicas({ primary: next, primaryUrl: nextUrl, urls: [formerUrl], log: () => {} })
  afterAll(replicas.close)
  const { rows } = await sql<{ position: string }>`select pg_last_wal_replay_lsn()::text as position`.execute(former.db)
  expect(bytesAt(rows[0]?.position ?? '')).toBeGreaterThan(bytesAt(await replicas.position()))
  for (let looks = 0; looks < 10; looks++, await sleep(100)) {
    expect(replicas.usable()).toBe(0)
    expect(replicas.caughtUpWith(undefined)).toBeUndefined()
  }
})

async function onlyThere(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key', 'like', 'only here %')
    .executeTakeFirstOrThrow()
  return Number(count)
}
