import { z } from 'zod'
import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import type { ChatSide, Sender } from '#app/rules/messages/chat-sides.ts'
import { type ChatMessage, NewMessage } from './chat.ts'

/** The most rooms of one socket. */
const MAX_ROOMS = 20
const Seq = z.int().min(0).max(2_147_483_647)

/**
 * The handshake's data (`auth` of socket.io-client, as a function, so that each connection sends a new ticket): a
 * ticket or an access token, and for each room the last message that the client has; the following ones are sent at
 * once.
 */
export const Handshake = z.object({
  token: z.string().min(1).max(400),
  rooms: z
    .record(PublicId, Seq)
    .refine((rooms) => Object.keys(rooms).length <= MAX_ROOMS)
    .default({}),
  /** The language of refusals. */
  language: z.enum(LANGUAGES).optional(),
})

/** What a client can send, by event; each is answered by its acknowledgement, except `typing`. */
export const EVENTS = {
  new_message: NewMessage.safeExtend({ room: PublicId.optional() }),
  edit: z.object({ room: PublicId, id: RowId, message: NewMessage.shape.message }),
  read: z.object({ room: PublicId, seq: RowId }),
  typing: z.object({ room: PublicId }),
  /** `after`: the last message of the room that the client has; without it nothing is sent again. */
  join: z.object({ room: PublicId, after: Seq.optional() }),
  leave: z.object({ room: PublicId }),
  /** A new ticket, before the former one expires. */
  renew: z.object({ token: z.string().min(1).max(400) }),
}
export type ClientEvent = keyof typeof EVENTS

/** Why an event was refused. `retry_after` is in seconds, `fields` as in the API's errors. */
export type Refusal = {
  ok: false
  code: string
  detail: string
  retry_after?: number
  fields?: Record<string, string[]>
}
export type Answer<Result> = (Result & { ok: true }) | Refusal
type Message = z.infer<typeof ChatMessage>

export interface ClientToServer {
  new_message(input: z.input<typeof EVENTS.new_message>, answer: (answer: Answer<{ message: Message }>) => void): void
  edit(input: z.input<typeof EVENTS.edit>, answer: (answer: Answer<{ message: Message }>) => void): void
  read(input: z.input<typeof EVENTS.read>, answer: (answer: Answer<{ read_seq: number }>) => void): void
  typing(input: z.input<typeof EVENTS.typing>): void
  join(input: z.input<typeof EVENTS.join>, answer: (answer: Answer<{ last_seq: number }>) => void): void
  leave(input: z.input<typeof EVENTS.leave>, answer: (answer: Answer<object>) => void): void
  renew(input: z.input<typeof EVENTS.renew>, answer: (answer: Answer<{ expires_in: number }>) => void): void
}

/** What the server sends. Messages arrive in the order of their `seq`, single or several in a list (§7). */
export interface ServerToClient {
  new_message(message: RoomMessage | RoomMessage[]): void
  edited(message: RoomMessage): void
  /** How far a side has read. */
  read(read: { room: string; side: ChatSide; seq: number }): void
  typing(typing: { room: string; sender: Sender; name: string | null }): void
  /** A room of the person has a new message, even if the socket is not in it: for the badge. */
  unread(news: { room: string; seq: number; sender: Sender }): void
  /** Something new at the desk of the person's company; the API has it. */
  work(): void
  /** A conversation in the inbox of the person's company, or of operators, has changed; without `room` any may have. */
  inbox(news: { room?: string }): void
  /** More was missed than is sent again: read the room's messages by the API. */
  behind(missed: { room: string; last_seq: number }): void
  /** The ticket expires soon: send `renew`. */
  ticket_ends(ends: { seconds: number }): void
  /** It has expired, or the session has ended; the connection closes. Reconnect with a new ticket, or sign in. */
  ticket_ended(why: { code: 'TOKEN_EXPIRED' | 'INVALID_TOKEN' | 'BANNED_USER' }): void
  /** This process stops; another one accepts the connection in a moment. */
  stopping(): void
}
export type RoomMessage = Message & { room: string }
