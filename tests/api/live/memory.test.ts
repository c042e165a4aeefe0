import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { io } from 'socket.io-client'
import { afterAll, expect, test, vi } from 'vitest'
import { signedIn } from '../../support/api/identities.ts'
import { liveApi } from '../../support/live/live-api.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db, url } = await testDatabase()
const live = await liveApi({ db, url })
afterAll(() => live.close())
const customer = await signedIn(live.api, { phone: '+989121234567' })
const room = (await customer.calls.chat.createSale({})).room.id

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const MEGABYTE = 1_000_000

test('memory and sockets are released after 1,000 connections', { timeout: 120_000 }, async () => {
  await connectAndLeave(200)
  const before = heap()
  await connectAndLeave(1000)
  expect(live.sockets.io.of('/').adapter.rooms.size).toBe(0)
  expect((heap() - before) / MEGABYTE).toBeLessThan(6)
})

async function connectAndLeave(count: number) {
  for (let from = 0; from < count; from += 20) await Promise.all(Array.from({ length: 20 }, one))
  await vi.waitFor(() => expect(live.sockets.count()).toBe(0), { timeout: 5000 })
}

async function one() {
  const client = io(live.origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: customer.access, rooms: { [room]: 0 } },
  })
  await new Promise((resolve, reject) => client.once('connect', () => resolve(undefined)).once('connect_error', reject))
  await client.emitWithAck('join', { room })
  client.disconnect()
}

function heap(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
