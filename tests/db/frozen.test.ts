import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { isDatabaseAway } from '#app/db/connection/error-code.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { testApi } from '../support/api/api.ts'
import { signIn } from '../support/api/people.ts'
import { refusal } from '../support/api/refusal.ts'
import { freezeDatabase } from '../support/server/process/freeze.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'savari-frozen-'))
fs.chmodSync(folder, 0o755)
const dataDir = path.join(folder, 'data')
const { child, url } = await serverOfItsOwn()
const notes: string[] = []
const { db, close } = await openDatabase({ databaseUrl: url, dataDir, log: (line) => notes.push(line) })
await migrateToLatest(db, () => {})
const site = await testApi({ db })
const { calls } = await signIn(site, '09121234567', { clientAddress: '198.51.100.1' })

let thaw = () => {}
afterEach(() => thaw())
afterAll(async () => {
  await close()
  child.stdin?.end()
  await once(child, 'exit')
  fs.rmSync(folder, { recursive: true })
})

const FROZEN = { timeout: 30_000 }

test(
  'while the database is frozen every call is refused within 3 s, and 5 s later it is answered again',
  FROZEN,
  async () => {
    const call = () => calls.account.favourites()
    await call()
    const holding = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      thaw = freezeDatabase(dataDir)
      const started = performance.now()
      const refused = await Promise.all(Array.from({ length: 25 }, () => refusal(call())))
      expect(performance.now() - started).toBeLessThan(3000)
      expect(new Set(refused.map(({ code, status }) => `${status} ${code}`))).toEqual(
        new Set(['503 SERVICE_UNAVAILABLE']),
      )
      const later = performance.now()
      expect((await refusal(call())).status).toBe(503)
      expect(performance.now() - later).toBeLessThan(100)
      return sql`select 2`.execute(tx)
    })
    expect(isDatabaseAway(await holding.catch((error: unknown) => error))).toBe(true)
    thaw()
    await expect.poll(() => call().then(() => 'answered', String), { timeout: 5000 }).toBe('answered')
    expect(notes).toEqual(['the database does not answer', 'the database answers again'])
  },
)

test('waiting for a lock or a slow statement does not count as a frozen database', FROZEN, async () => {
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const name = sql`select pg_advisory_xact_lock(280)`
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (tx) => {
    await name.execute(tx)
    hasLocked()
    await enough
  })
  await locked
  const second = db.transaction().execute((tx) => name.execute(tx))
  await sql`select pg_sleep(3)`.execute(db)
  resolve()
  await Promise.all([first, second])
})

async function serverOfItsOwn(): Promise<{ child: ChildProcess; url: string }> {
  const script = path.join(import.meta.dirname, '../support/server/process/embedded-process.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, ...JSON.parse(line) }
}
