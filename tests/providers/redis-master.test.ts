import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { watchMaster } from '#app/providers/redis-master.ts'

/** A sentinel is asked each second. */
const WITHIN = { timeout: 5_000 }

test('connections lead to the master of the latest failover that any sentinel knows', { timeout: 30_000 }, async () => {
  const [former, next] = [await listening(), await listening()]
  const sentinels = [await sentinelOf(former), await sentinelOf(former), await sentinelOf(former)]
  const { connect } = watching(sentinels)
  const stream = await connect()
  await once(stream, 'connect')
  expect(stream.remotePort).toBe(former)

  // One that is not cut off leads the failover: under its number it still has facts of the former master.
  sentinels[2]?.hears({ master: next, epoch: 1, former })
  await expect.poll(() => stream.closed, WITHIN).toBe(true)
  const moved = await connect()
  await once(moved, 'connect')
  expect(moved.remotePort).toBe(next)

  // Those that are left know only the former one.
  sentinels[2]?.close()
  sentinels[1]?.close()
  const before = sentinels[0]?.asked() ?? 0
  await expect.poll(() => sentinels[0]?.asked(), WITHIN).toBeGreaterThan(before + 1)
  expect(moved.closed).toBe(false)
})

test('without any sentinel a connection waits, says so, and ends when it is given up', {
  timeout: 30_000,
}, async () => {
  const gone = await sentinelOf(1)
  gone.close()
  const { connector } = watching([gone])
  const errors: string[] = []
  const connecting = connector.connect((_type, { message }) => errors.push(message))
  await expect.poll(() => errors, WITHIN).toEqual(['no sentinel names a master'])
  connector.disconnect()
  await expect(connecting).rejects.toThrow('closed')
})

function watching(sentinels: readonly { port: number }[]) {
  const addresses = sentinels.map(({ port }) => ({ host: '127.0.0.1', port }))
  const { Connector, close } = watchMaster({ sentinels: addresses, name: 'savari' })
  afterAll(close)
  const connector = new Connector({})
  return { connector, connect: () => connector.connect(() => {}) as Promise<Socket> }
}

/** The port of a server that takes connections. */
async function listening(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return (server.address() as AddressInfo).port
}

/** What a sentinel says of its master, and nothing else. */
async function sentinelOf(port: number) {
  let known: { master: number; epoch: number; former?: number } = { master: port, epoch: 0 }
  let asked = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (data) => {
      for (const [command] of String(data).matchAll(/\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g)) {
        if (!/sentinel/i.test(command)) socket.write('-ERR unknown command\r\n')
        else {
          const isAddress = command.includes('get-master-addr-by-name')
          if (isAddress) asked += 1
          const address = ['127.0.0.1', `${known.master}`]
          const facts = ['ip', '127.0.0.1', 'port', `${known.former ?? known.master}`, 'config-epoch', `${known.epoch}`]
          const said = isAddress ? address : facts
          socket.write(`*${said.length}\r\n${said.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`)
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  afterAll(close)
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    hears: (news: typeof known) => {
      known = news
    },
    close,
  }
}
