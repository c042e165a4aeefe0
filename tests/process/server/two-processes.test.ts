import { connect as connectTo } from 'node:net'
import { expect, test } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'

type Client = Socket<ServerToClient, ClientToServer>

const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379/7'

test('two processes with the same database and Redis deliver events to each other’s clients', async () => {
  test.setTimeout(120_000)
  test.skip(!(await answers(new URL(REDIS))), 'no Redis answers here')
  const here = await startSiteProcess({ REDIS_URL: REDIS })
  // The first process starts the database; the second one uses it.
  const there = await startSiteProcess({ REDIS_URL: REDIS, DATA_DIR: here.dataDir })
  try {
    const customer = await signedIn(here, '9120000011')
    const operator = await signedIn(here, '9120000013')
    const opened = await fetch(`${here.origin}/api/ticketing/create-sale-chat/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const { room } = (await opened.json()) as { room: { id: string } }
    const one = await entered(here.origin, customer.token, room.id)
    const other = await entered(there.origin, operator.token, room.id)
    for (const [from, to, message] of [
      [other, one, 'from the second to the first'],
      [one, other, 'from the first to the second'],
    ] as const) {
      const arrived = heard(to, message)
      const said = { room: room.id, message, client_id: crypto.randomUUID() }
      expect((await from.timeout(5000).emitWithAck('new_message', said)).ok).toBe(true)
      // Each process polls every ten seconds, so anything faster came from the other process.
      const started = performance.now()
      await arrived
      expect(performance.now() - started).toBeLessThan(5000)
    }
    for (const client of [one, other]) client.disconnect()
  } finally {
    await there.stop()
    await here.stop()
  }
})

async function entered(origin: string, token: string, room: string): Promise<Client> {
  const client: Client = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token, rooms: { [room]: 0 } },
  })
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  // The acknowledgement comes when the client is in the room.
  await client.timeout(5000).emitWithAck('join', { room })
  return client
}

function heard(client: Client, text: string): Promise<void> {
  return new Promise((resolve) => {
    client.on('new_message', (news) => {
      if ([news].flat().some(({ message }) => message === text)) resolve()
    })
  })
}

function answers({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connectTo(Number(port || 6379), hostname)
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false))
    connection.once('close', () => connection.destroy())
    setTimeout(() => connection.destroy(), 1000)
  })
}
