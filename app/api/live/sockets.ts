import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Server } from 'socket.io'
import type { Deps } from '#app/api/call/context.ts'
import { readMessage } from '#app/api/conversations/message-rows.ts'
import type { OpenRedis } from '#app/providers/redis.ts'
import type { LiveEvent } from '#app/rules/messages/live-event.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { admitSocket, rejudgeSockets } from './admit-socket.ts'
import type { Bus } from './bus.ts'
import { type ChatServer, type ChatSocket, OPERATORS, oneOrMany, ROOM, roomName } from './chat-server.ts'
import { createFeed } from './room-feed.ts'
import { answerEvents } from './socket-events.ts'

export type Sockets = {
  /** Handles a connection that asks to become a socket. */
  upgrade: (request: IncomingMessage, connection: Duplex, head: Buffer) => void
  /** The number of sockets connected here. */
  count: () => number
  io: ChatServer
  /** Warns every socket, closes them and accepts no more. */
  close: () => Promise<void>
}

export type SocketOptions = {
  deps: Deps
  bus: Bus
  log: Log
  /** Origins whose pages may connect; undefined for the address that the visitor used. */
  origins: readonly string[] | undefined
  /** The adapter's connection, where Redis is in use. */
  redis?: OpenRedis['adapter'] | undefined
}

const MAX_BYTES = 100_000
const PING_EVERY_MS = 25_000
const PING_WITHIN_MS = 20_000
const ENTER_WITHIN_MS = 10_000
/** Reading the stream waits for news shorter than a silent connection is kept. */
const ADAPTER = { streamName: 'savari:sockets', onlyPlaintext: true, blockTimeInMs: 1_000 }
/** How often all sockets' sessions are checked, and rooms for lost news. */
const REVIEW_EVERY_MS = 10_000
/** Disconnected sockets reconnect spread over this time. */
const LEAVE_WITHIN_MS = 1_000

/**
 * The chat's Socket.IO server. It has no port of its own: the process passes connections to it. Messages come from the
 * database, in order and after the handshake; Socket.IO's own recovery is off, because it sends missed messages before
 * anything has checked the ticket. Source: protocols/realtime.md.
 */
export function openSockets({ deps, bus, log, origins, redis }: SocketOptions): Sockets {
  const gate = createServer()
  const io: ChatServer = new Server(gate, {
    path: '/socket.io/',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MAX_BYTES,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_WITHIN_MS,
    connectTimeout: ENTER_WITHIN_MS,
    allowRequest: (request, decide) => decide(null, !isStopping && isOwnOrigin(request)),
    ...(redis && { adapter: createAdapter(redis.client, ADAPTER) }),
  })
  const logLine = (message: string) => log('live', { message })
  const feed = createFeed(deps, {
    emit: (room, messages) => io.local.to(roomName(room)).emit('new_message', oneOrMany(room, messages)),
    hasSockets: (room) => io.of('/').adapter.rooms.has(roomName(room)),
    log: logLine,
  })
  let isStopping = false

  io.use((socket, next) => admitSocket(deps, io, socket, next))
  io.on('connection', (socket) => answerEvents({ deps, bus, feed, log }, socket))
  io.of('/').adapter.on('delete-room', (name: string) => {
    if (name.startsWith(ROOM)) feed.forget(name.slice(ROOM.length))
  })
  bus.listen(receive, onMissed)
  if (redis) carryByRedis(redis)
  const review = setInterval(reviewAll, REVIEW_EVERY_MS)
  review.unref()

  return {
    io,
    upgrade: (request, connection, head) => {
      gate.emit('upgrade', request, connection, head)
    },
    count: () => io.of('/').sockets.size,
    async close() {
      isStopping = true
      clearInterval(review)
      io.local.emit('stopping')
      const sockets = [...io.of('/').sockets.values()]
      for (const socket of sockets) {
        setTimeout(() => socket.disconnect(true), Math.random() * LEAVE_WITHIN_MS * Math.min(1, sockets.length / 100))
      }
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve))))
      await io.close().catch(() => {})
    },
  }

  /** Faster than the database while Redis answers; what was missed while it did not is read when it is back. */
  function carryByRedis({ isReady, onReady }: OpenRedis['adapter']) {
    bus.carryBy((event) => isReady() && io.serverSideEmit('live', event))
    io.on('live', bus.receive)
    onReady(feed.pullAll)
  }

  function receive(event: LiveEvent) {
    const { kind } = event
    if (kind === 'access') return rejudge(socketsOf(event.account))
    if (kind === 'pages' || io.of('/').sockets.size === 0) return
    if (kind === 'work') return void io.local.to(`company:${event.company}`).emit('work')
    if (kind === 'inbox') return announceToInbox(event)
    if (kind === 'message') return announceMessage(event)
    if (kind === 'edited') return void announceEdit(event)
    const { room } = event
    if (kind === 'read') io.local.to(roomName(room)).emit('read', { room, side: event.side, seq: event.seq })
    else {
      const { sender, name } = event
      io.local.to(roomName(room)).except(event.socket).volatile.emit('typing', { room, sender, name })
    }
  }

  function announceMessage({ room, seq, sender, account, company }: LiveEvent & { kind: 'message' }) {
    feed.pull(room)
    const concerned = [
      OPERATORS,
      ...(account ? [`account:${account}`] : []),
      ...(company ? [`company:${company}`] : []),
    ]
    io.local.to(concerned).emit('unread', { room, seq, sender })
    announceToInbox({ company, room })
  }

  function announceToInbox({ company, room }: { company: number | null; room: string }) {
    io.local.to(company === null ? OPERATORS : `company:${company}`).emit('inbox', { room })
  }

  async function announceEdit({ room, id }: LiveEvent & { kind: 'edited' }) {
    if (!io.of('/').adapter.rooms.has(roomName(room))) return
    const message = await readMessage(deps, room, id).catch(() => undefined)
    if (message) io.local.to(roomName(room)).emit('edited', { ...message, room })
  }

  /** Desks and inboxes look again, because nothing says what they have missed. */
  function onMissed() {
    reviewAll()
    const companies = [...io.of('/').adapter.rooms.keys()].filter((name) => name.startsWith('company:'))
    if (companies.length > 0) io.local.to(companies).emit('work')
    io.local.to([OPERATORS, ...companies]).emit('inbox', {})
  }

  /** Finds what may have been lost: news of rooms, and changes of rights. */
  function reviewAll() {
    feed.pullAll()
    rejudge([...io.of('/').sockets.values()])
  }

  function rejudge(sockets: ChatSocket[]) {
    rejudgeSockets(deps, sockets).catch((error: unknown) => logLine(`sockets could not be judged: ${String(error)}`))
  }

  /** A person's sockets that are connected here. */
  function socketsOf(account: string): ChatSocket[] {
    const { rooms } = io.of('/').adapter
    const ids = [...(rooms.get(`account:${account}`) ?? [])]
    return ids.flatMap((id) => io.of('/').sockets.get(id) ?? [])
  }

  /**
   * Browsers send the page's origin, other programs send none: they have nobody's cookies, and cookies do not count
   * here.
   */
  function isOwnOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined) return true
    if (origins) return origins.includes(origin)
    return URL.canParse(origin) && new URL(origin).host === host
  }
}
