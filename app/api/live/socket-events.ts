import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import type { Claim } from '#app/api/call/admission/things.ts'
import type { Deps } from '#app/api/call/context.ts'
import { editMessage } from '#app/api/chat/edit.ts'
import { noteRead } from '#app/api/chat/mark-read.ts'
import { sendMessage } from '#app/api/chat/new-message.ts'
import { readRoom } from '#app/api/chat/room.ts'
import { recentEdits } from '#app/api/conversations/message-rows.ts'
import { type Answer, type ClientEvent, EVENTS, Handshake, type Refusal } from '#app/contract/chat/chat-socket.ts'
import { isDatabaseAway, isHeldUp } from '#app/db/connection/error-code.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { SOCKET_MINUTES } from '#app/rules/constants.ts'
import { senderOf } from '#app/rules/messages/chat-sides.ts'
import { firstName } from '#app/rules/reservation/customer-seen.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { admitToken, dropTimers, keepSocket, rejudgeSockets } from './admit-socket.ts'
import type { Bus } from './bus.ts'
import { type ChatSocket, oneOrMany, roomName } from './chat-server.ts'
import type { Feed } from './room-feed.ts'

type Live = {
  deps: Deps
  bus: Bus
  feed: Feed
  log: Log
}
type Input<Name extends ClientEvent> = z.output<(typeof EVENTS)[Name]>

/** Events of all kinds that one socket can send in a second, with a small burst. Source: *ours*. */
const EVENTS_PER_SECOND = 40
/** A socket that exceeds this is disconnected. */
const PATIENCE = -400
const MAX_ROOMS = 20
const EVERYONE = ['CUSTOMER', 'COMPANY', 'OPERATOR'] as const

/** Answers a socket's events, each validated by its schema and its sender; then adds it to its rooms. */
export function answerEvents(live: Live, socket: ChatSocket) {
  const { deps, bus, feed } = live
  keepSocket(socket)
  socket.on('disconnect', () => dropTimers(socket))

  on('new_message', async ({ room = onlyRoom(), ...said }, claim) => {
    const message = await sendMessage(deps, { ...claim, own: readRoom(deps.db, room, claim) }, { ...said, id: room })
    return { message }
  })
  on('edit', async ({ room, id, message }, claim) => {
    await readRoom(deps.db, room, claim)
    return { message: await editMessage(deps, claim.person, { room, id, message }) }
  })
  on('read', async ({ room, seq }, claim) => {
    const own = await readRoom(deps.db, room, claim)
    return { read_seq: (await noteRead(deps, own, seq)).read_seq }
  })
  on('join', async ({ room, after }) => ({ last_seq: await join(room, after) }))
  on('leave', async ({ room }) => {
    await leave(room)
    return {}
  })
  on('renew', async ({ token }) => {
    const person = await admitToken(deps, token)
    if (typeof person === 'string') throw new Refused(person === 'TOKEN_EXPIRED' ? 'INVALID_TOKEN' : person)
    if (person.sessionId !== socket.data.person.sessionId) throw new Refused('INVALID_TOKEN')
    await leaveForeignRooms()
    keepSocket(socket)
    return { expires_in: SOCKET_MINUTES * 60 }
  })
  on('typing', async ({ room }) => {
    const side = socket.data.rooms.get(room)
    if (!side) throw new Refused('NOT_FOUND')
    const name = await nameOf(socket.data.person.id)
    const shown = side === 'CUSTOMER' && name !== null ? firstName(name) : name
    bus.publish({ kind: 'typing', room, sender: senderOf(side), name: shown, socket: socket.id })
    return {}
  })

  // A change during admission, before changes reached it here.
  rejudgeSockets(deps, [socket]).catch((error: unknown) => isDatabaseAway(error) || report('connect', error))
  enterRooms().catch((error: unknown) => {
    // It would stay open without hearing anything. The browser connects again, and says which messages it has.
    socket.disconnect(true)
    if (!isDatabaseAway(error)) report('join', error)
  })

  /** The rooms in the handshake, with what was missed of each. */
  async function enterRooms() {
    const { rooms } = Handshake.parse(socket.handshake.auth)
    for (const [room, after] of Object.entries(rooms)) {
      await join(room, after).catch((error: unknown) => {
        if (!(error instanceof ORPCError || error instanceof Refused)) throw error
      })
    }
  }

  /** A reservation may belong to somebody else since its room was entered. */
  async function leaveForeignRooms() {
    const { person, rooms } = socket.data
    for (const room of rooms.keys()) {
      const own = await readRoom(deps.db, room, { person, owner: EVERYONE }).catch((error: unknown) => {
        if (!(error instanceof ORPCError)) throw error
      })
      if (!own) await leave(room)
    }
  }

  async function leave(room: string) {
    socket.data.rooms.delete(room)
    await socket.leave(roomName(room))
  }

  async function join(id: string, after: number | undefined): Promise<number> {
    const { data } = socket
    if (!data.rooms.has(id) && data.rooms.size >= MAX_ROOMS) throw new Refused('TOO_MANY_REQUESTS')
    const { side } = await readRoom(deps.db, id, { person: data.person, owner: EVERYONE })
    const { last, isBehind } = await feed.enter(id, after, {
      send: (messages) => socket.emit('new_message', oneOrMany(id, messages)),
      enter: () => {
        if (!socket.connected) return
        data.rooms.set(id, side)
        socket.join(roomName(id))
      },
    })
    if (isBehind) socket.emit('behind', { room: id, last_seq: last })
    else if (after)
      for (const edited of await recentEdits(deps, id, after)) socket.emit('edited', { ...edited, room: id })
    return last
  }

  function onlyRoom(): string {
    const [room] = socket.data.rooms.keys()
    if (!room) throw new Refused('NOT_FOUND')
    return room
  }

  async function nameOf(account: string): Promise<string | null> {
    const found = await deps.db.selectFrom('account').select('fullname').where('id', '=', account).executeTakeFirst()
    return found?.fullname ?? null
  }

  function on<Name extends ClientEvent>(
    name: Name,
    handle: (input: Input<Name>, claim: Omit<Claim, 'now'>) => Promise<object>,
  ) {
    const listener = async (given: unknown, answer?: unknown) => {
      const reply = (result: Answer<object>) => {
        if (typeof answer === 'function') answer(result)
      }
      if (!allowed()) return reply(refuse('TOO_MANY_REQUESTS', { retry_after: 1 }))
      const input = EVENTS[name].safeParse(given)
      if (!input.success) return reply(refuse('INVALID_FIELDS', { fields: fieldsOf(input.error) }))
      try {
        const { person, language } = socket.data
        const claim = { person, language, owner: EVERYONE }
        reply({ ok: true, ...(await handle(input.data as Input<Name>, claim)) })
      } catch (error) {
        reply(explain(name, error))
      }
    }
    // The types of all events together are too much for TypeScript here.
    socket.on(name, listener as never)
  }

  /** A token bucket that fills by the second: each event takes one token. */
  function allowed(): boolean {
    const { allowance } = socket.data
    const now = performance.now()
    const filled = allowance.from === 0 ? EVENTS_PER_SECOND : ((now - allowance.from) / 1000) * EVENTS_PER_SECOND
    allowance.left = Math.min(EVENTS_PER_SECOND, allowance.left + filled) - 1
    allowance.from = now
    if (allowance.left < PATIENCE) socket.disconnect(true)
    return allowance.left >= 0
  }

  function explain(name: string, error: unknown): Refusal {
    if (error instanceof Refused) return refuse(error.message)
    if (!(error instanceof ORPCError)) {
      if (isDatabaseAway(error)) return refuse('UNAVAILABLE', { retry_after: 5 })
      report(name, error)
      if (isHeldUp(error)) return refuse('UNAVAILABLE', { retry_after: 5 })
      return refuse('SERVER')
    }
    const data = (error.data ?? {}) as { retry_after?: number; fields?: Record<string, string[]> }
    return refuse(error.code, data)
  }

  function report(name: string, error: unknown) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    live.log('error', { requestId: socket.id, name: `socket ${name}`, message, stack })
  }

  function refuse(code: string, more: Pick<Refusal, 'retry_after' | 'fields'> = {}): Refusal {
    return { ok: false, code, detail: textFor(socket.data.language, 'errors').loose(code.toLowerCase()), ...more }
  }
}

class Refused extends Error {}

/** Message keys of `errors.json` by field, as in the API's errors. */
function fieldsOf({ issues }: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of issues) {
    const key = /^[a-z][a-z0-9_]*$/.test(message) ? message : 'invalid'
    const name = path.map(String).join('.')
    fields[name] = [...(fields[name] ?? []), key]
  }
  return fields
}
