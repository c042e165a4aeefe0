import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import type { Database } from '#app/db/connection/connection.ts'
import { signedIn } from '../../support/api/identities.ts'
import { liveApi } from '../../support/live/live-api.ts'
import { benchDatabase } from '../database.ts'
import { atLeast, atMost, measured, type Row } from '../table.ts'

const SOCKETS = 400
const PEOPLE = 40
const ONE_BY_ONE = 400
const AT_ONCE = 1200
const TOGETHER = 40
const SETTLE_MS = 300

/** One side of the comparison: how it is reached, and what a client sends and waits for. */
type Side = {
  origin: string
  auth: (socket: number) => object
  send: (client: Socket, socket: number, n: number) => Promise<unknown>
}
type Figures = { held: number; bytes: number; p50: number; p99: number; perSecond: number }

/**
 * Budgets, each a ratio to the echo in the same run. A message is acknowledged only when it is on the disk, which the
 * echo never uses: the rows with a bare insert show how much of a message's time that is, and have no budget, because
 * disks differ too much. Source: *ours*.
 */
const BUDGET = {
  bytes: 2,
  p50: 250,
  p99: 150,
  perThousand: 10,
}

/**
 * Compares the chat with a bare Socket.IO echo and a bare insert in the same run: a chat message is validated, counted,
 * stored and read again before it is acknowledged, and the echo only sends it back.
 */
export async function measureChat(): Promise<Row[]> {
  const database = await benchDatabase(new Date())
  const live = await liveApi({ db: database.db, url: database.url, chatMessagesPerMinute: 1_000_000 })
  const echo = await serveEcho()
  try {
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) =>
        signedIn(live.api, { phone: `+9891250000${String(n).padStart(2, '0')}` }),
      ),
    )
    const rooms = await Promise.all(people.map(async ({ calls }) => (await calls.chat.createSale({})).room.id))
    const ofSocket = (socket: number) => socket % PEOPLE
    const bare = await measure({
      origin: echo.origin,
      auth: () => ({}),
      send: (client, _, n) =>
        client.emitWithAck('new_message', { message: `Message ${n}`, client_id: `${client.id}-${n}` }),
    })
    const ours = await measure({
      origin: live.origin,
      auth: (socket) => ({ token: people[ofSocket(socket)]?.access, rooms: { [rooms[ofSocket(socket)] ?? '']: 0 } }),
      send: async (client, socket, n) => {
        const said = { room: rooms[ofSocket(socket)], message: `Message ${n}`, client_id: `${client.id}-${n}` }
        const answer = await client.emitWithAck('new_message', said)
        if (!answer.ok) throw new Error(`a message was refused: ${answer.code}`)
      },
    })
    const insert = await measureInsert(database)
    return [
      { what: 'sockets held', value: `${ours.held}`, budget: `exactly ${SOCKETS}`, met: ours.held === SOCKETS },
      measured('heap of a socket and its client', ours.bytes / 1000, 'kB', 1),
      atMost('… times bare Socket.IO', ours.bytes / bare.bytes, BUDGET.bytes, '×', 1),
      measured('message acknowledged, median', ours.p50, 'ms', 2),
      atMost('… times a bare echo', ours.p50 / bare.p50, BUDGET.p50, '×', 1),
      measured('… times a bare insert', ours.p50 / insert.p50, '×', 1),
      measured('message acknowledged, 99 of 100', ours.p99, 'ms', 2),
      atMost('… times a bare echo', ours.p99 / bare.p99, BUDGET.p99, '×', 1),
      measured('… times a bare insert', ours.p99 / insert.p99, '×', 1),
      measured('messages a second', ours.perSecond, '/s'),
      atLeast('… for 1,000 of a bare echo', (1000 * ours.perSecond) / bare.perSecond, BUDGET.perThousand, ''),
      measured('… for 1,000 bare inserts', (1000 * ours.perSecond) / insert.perSecond, ''),
    ]
  } finally {
    await echo.close()
    await live.close()
    await database.remove()
  }
}

async function measure({ origin, auth, send }: Side): Promise<Figures> {
  // One-time costs of the first connections are not a socket's.
  const first = await Promise.all(Array.from({ length: TOGETHER }, (_, n) => connect(origin, auth(n))))
  for (const client of first) client.disconnect()
  await sleep(SETTLE_MS)
  const before = heap()
  const clients: Socket[] = []
  for (let n = 0; n < SOCKETS; n += TOGETHER) {
    clients.push(...(await Promise.all(Array.from({ length: TOGETHER }, (_, of) => connect(origin, auth(n + of))))))
  }
  const bytes = (heap() - before) / SOCKETS
  const held = clients.filter(({ connected }) => connected).length
  const times: number[] = []
  for (let n = 0; n < ONE_BY_ONE; n++) {
    const started = performance.now()
    const socket = n % TOGETHER
    await send(clients[socket]!, socket, n)
    times.push(performance.now() - started)
  }
  const sorted = times.slice(ONE_BY_ONE / 10).sort((a, b) => a - b)
  const started = performance.now()
  for (let n = 0; n < AT_ONCE; n += TOGETHER) {
    await Promise.all(
      Array.from({ length: TOGETHER }, (_, of) => {
        const socket = (n + of) % SOCKETS
        return send(clients[socket]!, socket, ONE_BY_ONE + n + of)
      }),
    )
  }
  const perSecond = (AT_ONCE * 1000) / (performance.now() - started)
  for (const client of clients) client.disconnect()
  return { held, bytes, p50: at(sorted, 0.5), p99: at(sorted, 0.99), perSecond }
}

/** The disk's time for one row: alone, and forty at once. */
async function measureInsert({ db }: Pick<Database, 'db'>): Promise<Pick<Figures, 'p50' | 'p99' | 'perSecond'>> {
  await sql`create table bench_row (id int generated always as identity primary key, body text)`.execute(db)
  const insert = () => sql`insert into bench_row (body) values ('Message') returning id`.execute(db)
  const times: number[] = []
  for (let n = 0; n < ONE_BY_ONE; n++) {
    const started = performance.now()
    await insert()
    times.push(performance.now() - started)
  }
  const sorted = times.slice(ONE_BY_ONE / 10).sort((a, b) => a - b)
  const started = performance.now()
  for (let n = 0; n < AT_ONCE; n += TOGETHER) await Promise.all(Array.from({ length: TOGETHER }, insert))
  const perSecond = (AT_ONCE * 1000) / (performance.now() - started)
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99), perSecond }
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

async function serveEcho() {
  const server = createServer()
  const echo = new Server(server, { transports: ['websocket'], serveClient: false, maxHttpBufferSize: 100_000 })
  echo.on('connection', (socket) => {
    socket.on('new_message', (said, answer) => answer({ ok: true, message: said }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { origin: `http://127.0.0.1:${port}`, close: () => echo.close() }
}

function connect(origin: string, auth: object): Promise<Socket> {
  const client = io(origin, { transports: ['websocket'], forceNew: true, reconnection: false, auth })
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('connect_error', reject)
  })
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
