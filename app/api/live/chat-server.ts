import type { Server, Socket } from 'socket.io'
import type { Person } from '#app/api/call/admission/person.ts'
import type { ShownMessage } from '#app/api/conversations/message-rows.ts'
import type { ClientToServer, RoomMessage, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import type { Language } from '#app/rules/constants.ts'
import type { ChatSide } from '#app/rules/messages/chat-sides.ts'
import type { LiveEvent } from '#app/rules/messages/live-event.ts'

export type SocketData = {
  person: Person
  language: Language
  /** The timers that end its stay unless a new ticket comes. */
  timers: NodeJS.Timeout[]
  /** The socket's rooms by their ids, with the side it takes part for. */
  rooms: Map<string, ChatSide>
  /** How many events it can send now. */
  allowance: { from: number; left: number }
}
/** Messages between processes. */
type BetweenServers = { live: (event: LiveEvent) => void }
export type ChatServer = Server<ClientToServer, ServerToClient, BetweenServers, SocketData>
export type ChatSocket = Socket<ClientToServer, ServerToClient, BetweenServers, SocketData>
/** The prefix of rooms in which messages are announced; further ones are for people and companies. */
export const ROOM = 'room:'
export const OPERATORS = 'operators'
export const roomName = (room: string) => ROOM + room

/** How a room's messages are sent: a single one, or a list (§7). */
export function oneOrMany(room: string, messages: ShownMessage[]): RoomMessage | RoomMessage[] {
  const named = messages.map((message) => ({ ...message, room }))
  const [first, ...more] = named
  return first && more.length === 0 ? first : named
}
