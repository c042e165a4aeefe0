import { readAccessToken } from '#app/api/call/admission/access-token.ts'
import { actingPerson } from '#app/api/call/admission/admit.ts'
import { isHalfSignedIn, type Person, peopleOfSessions, type SignInOver } from '#app/api/call/admission/person.ts'
import type { Deps } from '#app/api/call/context.ts'
import { isTicket, takeTicket } from '#app/api/chat/socket-ticket.ts'
import { Handshake } from '#app/contract/chat/chat-socket.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { type Language, SOCKET_MINUTES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { type ChatServer, type ChatSocket, OPERATORS } from './chat-server.ts'

type Code = SignInOver | 'TOKEN_EXPIRED' | 'TOO_MANY_REQUESTS' | 'INVALID_FIELDS'

const MAX_SOCKETS_OF_PERSON = 20
/** How long before the expiry a client is asked for a new ticket. */
const NOTICE_MS = MINUTE_MS

/**
 * Admits a socket with a ticket or an access token, into the rooms of its person. A refused one gets the reason in
 * `connect_error`: `data.code`, and a sentence.
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
    const person = await admitToken(deps, token)
    if (typeof person === 'string') return next(refusal(person, language ?? 'fa'))
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
    socket.join(account)
    if (person.role === 'ADMIN') socket.join(OPERATORS)
    if (person.role === 'AGENT' && person.companyId !== null) socket.join(`company:${person.companyId}`)
    next()
  } catch {
    // The database is down: the client tries again.
    next(new Error('unavailable'))
  }
}

/** The person for whom a ticket or an access token admits a socket; otherwise why it does not. */
export async function admitToken(deps: Deps, token: string): Promise<Person | SignInOver | 'TOKEN_EXPIRED'> {
  const session = isTicket(token)
    ? await takeTicket(deps, token)
    : readAccessToken(deps.settings.secret, token, deps.now())
  if (!session) return 'TOKEN_EXPIRED'
  return (await judgeSessions(deps, [session])).get(session) ?? 'INVALID_TOKEN'
}

/**
 * Checks connected sockets again: ends those whose session has ended or whose person is banned, and those whose person
 * has other rights than before. These reconnect with a new ticket and the current rights.
 */
export async function rejudgeSockets(deps: Deps, sockets: ChatSocket[]): Promise<void> {
  const people = await judgeSessions(deps, [...new Set(sockets.map(({ data }) => data.person.sessionId))])
  for (const socket of sockets) {
    const person = people.get(socket.data.person.sessionId) ?? 'INVALID_TOKEN'
    if (typeof person === 'string') endSocket(socket, person)
    else if (accessOf(person) !== accessOf(socket.data.person)) endSocket(socket, 'TOKEN_EXPIRED')
  }
}

/** Who chats for a company and for us. */
const CHATTING = { operator: ['SUPPORT'] } as const

/** The only check of who may have a socket, and with which rights. */
async function judgeSessions(deps: Deps, sessions: string[]): Promise<Map<string, Person | SignInOver>> {
  const people = await peopleOfSessions(deps, sessions)
  for (const [session, person] of people) {
    if (typeof person === 'string') continue
    people.set(session, isHalfSignedIn(person) ? 'INVALID_TOKEN' : actingPerson(person, CHATTING))
  }
  return people
}

/** Everything about a person that rooms and events depend on, to be compared. */
function accessOf({ factorAt, language, ...access }: Person): string {
  return JSON.stringify(access)
}

/** Extends a socket's stay from now on. */
export function keepSocket(socket: ChatSocket) {
  dropTimers(socket)
  const lives = SOCKET_MINUTES * MINUTE_MS
  socket.data.timers = [
    setTimeout(() => socket.emit('ticket_ends', { seconds: NOTICE_MS / 1000 }), lives - NOTICE_MS),
    setTimeout(() => endSocket(socket, 'TOKEN_EXPIRED'), lives),
  ]
}

function endSocket(socket: ChatSocket, code: SignInOver | 'TOKEN_EXPIRED') {
  socket.emit('ticket_ended', { code })
  socket.disconnect(true)
}

/** Stops the timers of a socket. Call it on disconnect: each timer would keep the socket in memory until it fires. */
export function dropTimers({ data }: ChatSocket) {
  for (const timer of data.timers) clearTimeout(timer)
}

function refusal(code: Code, language: Language): Error {
  const detail = textFor(language, 'errors').loose(code === 'TOKEN_EXPIRED' ? 'invalid_token' : code.toLowerCase())
  return Object.assign(new Error(code), { data: { code, detail } })
}
