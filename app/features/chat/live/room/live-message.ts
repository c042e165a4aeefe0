import type { z } from 'zod'
import type { ChatMessage, ChatRoom } from '#app/contract/chat/chat.ts'

/** A message in the form that the API and the socket send. */
export type LiveMessage = z.output<typeof ChatMessage>
export type LiveRoom = Pick<z.output<typeof ChatRoom>, 'id' | 'sender' | 'read_seq' | 'unread_count'>
/** The initial state of a room. */
export type RoomStart = {
  room: LiveRoom
  messages: LiveMessage[]
  has_older: boolean
  /** The `seq` of the first message that was unread when the page was loaded. */
  newFrom?: number | undefined
}
