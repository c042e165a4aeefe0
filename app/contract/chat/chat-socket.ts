import { z } from 'zod'
import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import type { ChatSide, Sender } from '#app/rules/messages/chat-sides.ts'
import { type ChatMessage, NewMessage } from '../chat.ts'

/** Rooms that one socket may be in. */
const MAX_ROOMS = 20
const Seq = z.int().min(0).max(2_147_483_647)

/**
 * What comes with a handshake (`auth` of socket.io-client, as a function, so that each connection brings a new ticket): a
 * ticket or an access token, and for each room how far its messages are here: what came since follows at once.
 */
export const Handshake = z.object({
  token: z.string().min(1).max(400),
  rooms: z
    .record(PublicId, Seq)
    .refine((rooms) => Object.keys(rooms).length <= MAX_ROOMS)
    .default({}),
  /** Of the sentences in refusals. */
  language: z.enum(LANGUAGES).optional(),
})

/** What a client may send, by event; each is answered by its acknowledgement, except `typing`. */
export const EVENTS = {
  new_message: NewMessage.safeExtend({ room: PublicId.optional() }),
  edit: z.object({ room: PublicId, id: RowId, message: NewMessage.shape.message }),
  read: z.object({ room: PublicId, seq: RowId }),
  typing: z.object({ room: PublicId }),
  /** `after`: how far the room's messages are here; without it nothing is sent again. */
  join: z.object({ room: PublicId, after: Seq.optional() }),
  leave: z.object({ room: PublicId }),
  /** A new ticket, before the old one's time is over. */
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

/** What the server sends. Messages come in the order of their `seq`, one alone or several in a list (§7). */
export interface ServerToClient {
  new_message(message: RoomMessage | RoomMessage[]): void
  edited(message: RoomMessage): void
  /** A side has read so far. */
  read(read: { room: string; side: ChatSide; seq: number }): void
  typing(typing: { room: string; sender: Sender; name: string | null }): void
  /** A room of the person has a new message, also where the socket is not in it: for the badge. */
  unread(news: { room: string; seq: number; sender: Sender }): void
  /** Something came to the desk of the person's company, or to the operators' inbox; the API has it. */
  work(): void
  /** More was missed than is sent again: read the room's messages by the API. */
  behind(missed: { room: string; last_seq: number }): void
  /** The time of the ticket is nearly over: send `renew`. */
  ticket_ends(ends: { seconds: number }): void
  /** It is over, or the sign-in has ended; the connection closes. Come back with a new ticket, or sign in. */
  ticket_ended(why: { code: 'TOKEN_EXPIRED' | 'INVALID_TOKEN' | 'BANNED_USER' }): void
  /** This process stops; the next one takes the connection in a moment. */
  stopping(): void
}
export type RoomMessage = Message & { room: string }
