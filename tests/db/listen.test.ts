import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listenTo } from '#app/db/connection/listen.ts'
import { startRelay } from '../support/live/relay.ts'
import { testDatabase } from '../support/server/database/database.ts'

const { db, url } = await testDatabase()

test('who connects again while the network swallows everything tries again, and hears what is sent later', {
  timeout: 30_000,
}, async () => {
  let isSilent = false
  let swallowed = 0
  const take = (_piece: Buffer, pass: () => void) => {
    if (isSilent) swallowed += 1
    else pass()
  }
  const { hostname, port } = new URL(url)
  const relay = await startRelay(
    () => connect(Number(port || 5432), hostname),
    () => ({ fromClient: take, fromServer: take }),
  )
  const through = new URL(url)
  through.host = `127.0.0.1:${relay.port}`
  const heard: string[] = []
  let resumed = 0
  const listening = await listenTo({
    url: through.href,
    channel: 'swallowed',
    onNotification: (payload) => heard.push(payload),
    onResumed: () => (resumed += 1),
    log: () => {},
  })
  try {
    isSilent = true
    relay.drop()
    await expect.poll(() => swallowed, { timeout: 5_000 }).toBeGreaterThan(0)
    isSilent = false
    await expect.poll(() => resumed, { timeout: 15_000 }).toBe(1)
    await sql`select pg_notify('swallowed', 'here again')`.execute(db)
    await expect.poll(() => heard, { timeout: 2_000 }).toEqual(['here again'])
  } finally {
    await listening.close()
    await relay.close()
  }
})
