import { ORPCError } from '@orpc/client'
import { isHalfSignedIn, type Person, personOfSession } from '#app/api/account/person.ts'
import { readAccessToken } from '#app/api/account/sign-in/access-token.ts'
import { actingPerson } from '#app/api/call/admit.ts'
import { isTicket, takeTicket } from '#app/api/chat/socket-ticket.ts'
import type { Deps } from '#app/api/context.ts'
import { Handshake } from '#app/contract/chat-socket.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { type Language, SOCKET_MINUTES } from '#app/rules/constants.ts'
import { type ChatServer, type ChatSocket, OPERATORS } from './chat-server.ts'

type Code = 'TOKEN_EXPIRED' | 'INVALID_TOKEN' | 'BANNED_USER' | 'TOO_MANY_REQUESTS' | 'INVALID_FIELDS'

const MAX_SOCKETS_OF_PERSON = 20
const MINUTE_MS = 60_000
/** Before the end a client is asked for a new ticket. */
const NOTICE_MS = MINUTE_MS

/**
 * Lets a socket in that brings a ticket or an access token, into the rooms of its person. Everybody else is answered in
 * `connect_error` why: `data.code`, and a sentence.
 */
export async function admitSocket(
  deps: Deps,
  io: ChatServer,
  socket: ChatSocket,
  next: (error?: Error) => void,
): Promise<void> {
  const handshake = Handshake.safeParse(socket.handshake.auth)
  if (!handshake.success) return next(refusal('INVALID_FIELDS', 'fa'))
  const { token, language } = handshake.data
  try {
    const known = await personOf(deps, token)
    if (typeof known === 'string') return next(refusal(known, language ?? 'fa'))
    const person = actingPerson(known)
    const account = `account:${person.id}`
    if ((io.of('/').adapter.rooms.get(account)?.size ?? 0) >= MAX_SOCKETS_OF_PERSON)
      return next(refusal('TOO_MANY_REQUESTS', language ?? person.language))
    socket.data = {
      person,
      language: language ?? person.language,
      timers: [],
      rooms: new Map(),
      allowance: { from: 0, left: 0 },
    }
    socket.join([account, `session:${person.sessionId}`])
    if (person.role === 'ADMIN') socket.join(OPERATORS)
    if (person.role === 'AGENT' && person.companyId !== null) socket.join(`company:${person.companyId}`)
    next()
  } catch {
    // The database is away: the client tries again.
    next(new Error('unavailable'))
  }
}

/** Who holds a ticket or an access token; else why they are not let in. */
export async function personOf(deps: Deps, token: string): Promise<Person | Code> {
  const session = isTicket(token)
    ? await takeTicket(deps, token)
    : readAccessToken(deps.settings.secret, token, deps.now())
  if (!session) return 'TOKEN_EXPIRED'
  try {
    const person = await personOfSession(deps, session)
    return isHalfSignedIn(person) ? 'INVALID_TOKEN' : person
  } catch (error) {
    if (error instanceof ORPCError && (error.code === 'BANNED_USER' || error.code === 'INVALID_TOKEN'))
      return error.code
    throw error
  }
}

/** Lets a socket stay for another while, from now on. */
export function keepSocket(socket: ChatSocket) {
  dropTimers(socket)
  const lives = SOCKET_MINUTES * MINUTE_MS
  socket.data.timers = [
    setTimeout(() => socket.emit('ticket_ends', { seconds: NOTICE_MS / 1000 }), lives - NOTICE_MS),
    setTimeout(() => {
      socket.emit('ticket_ended', { code: 'TOKEN_EXPIRED' })
      socket.disconnect(true)
    }, lives),
  ]
}

export function dropTimers({ data }: ChatSocket) {
  for (const timer of data.timers) clearTimeout(timer)
}

/** The sign-ins of sockets here that have ended, or whose person was banned or erased. */
export async function sessionsOver({ db }: Pick<Deps, 'db'>, io: ChatServer): Promise<string[]> {
  const here = [...new Set([...io.of('/').sockets.values()].map(({ data }) => data.person.sessionId))]
  if (here.length === 0) return []
  const alive = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.id', 'in', here)
    .where('session.ended_at', 'is', null)
    .where('account.banned_at', 'is', null)
    .execute()
  const known = new Set(alive.map(({ id }) => id))
  return here.filter((id) => !known.has(id))
}

function refusal(code: Code, language: Language): Error {
  const detail = textFor(language, 'errors').loose(code === 'TOKEN_EXPIRED' ? 'invalid_token' : code.toLowerCase())
  return Object.assign(new Error(code), { data: { code, detail } })
}
