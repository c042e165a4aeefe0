import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import { SOCKET_TICKET_SECONDS } from '#app/rules/constants.ts'
import { SECOND_MS } from '#app/rules/time/durations.ts'

const PREFIX = 'socket'
const SOCKET_PATH = '/socket.io/'

/** A ticket for one handshake of the caller's session. */
export const socketTicket = api.chat.socketTicket.handler(async ({ context: { deps, person } }) => ({
  ticket: issueTicket(deps, person.sessionId),
  expires_in: SOCKET_TICKET_SECONDS,
  socket: socketAddress(deps),
}))

/** The address of the chat's socket (§4): the API's own, with the socket's scheme. */
export function socketAddress({ settings }: Pick<Deps, 'settings'>): { url: string; path: string } {
  return { url: settings.apiOrigin.replace(/^http/, 'ws'), path: SOCKET_PATH }
}

/** `socket.<id>.<session>.<end>.<signature>`: identifies a session for a minute. Source: protocols/realtime.md §2. */
function issueTicket({ settings, now }: Pick<Deps, 'settings' | 'now'>, session: string): string {
  const end = Math.floor(now().getTime() / SECOND_MS) + SOCKET_TICKET_SECONDS
  const named = [PREFIX, publicId(), session, end].join('.')
  return `${named}.${signatureOf(settings.secret, named)}`
}

/** Whether a token is a ticket; others are access tokens. */
export function isTicket(token: string): boolean {
  return token.startsWith(`${PREFIX}.`)
}

/** The session of a ticket, which is used up by this; null if it is forged, expired or was used before. */
export async function takeTicket(
  { db, now, settings }: Pick<Deps, 'db' | 'now' | 'settings'>,
  ticket: string,
): Promise<string | null> {
  const [prefix = '', id = '', session = '', end = '', signature = '', ...more] = ticket.split('.')
  const expected = Buffer.from(signatureOf(settings.secret, [prefix, id, session, end].join('.')))
  const given = Buffer.from(signature)
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const ends = new Date(Number(end) * SECOND_MS)
  if (prefix !== PREFIX || ends <= now()) return null
  const used = await db
    .insertInto('used_socket_ticket')
    .values({ id, expires_at: ends })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return used ? session : null
}

/** Deletes expired tickets. */
export async function forgetTickets(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('used_socket_ticket').where('expires_at', '<', now).execute()
}

function signatureOf(secret: string, named: string): string {
  return createHmac('sha256', keyFor(secret, 'socket ticket')).update(named).digest('base64url')
}
