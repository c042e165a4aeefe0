import type { z } from 'zod'
import type { ChatMessage, ChatRoom } from '#app/contract/chat.ts'

/** A message as the API and the socket have it. */
export type LiveMessage = z.output<typeof ChatMessage>
export type LiveRoom = Pick<z.output<typeof ChatRoom>, 'id' | 'sender' | 'read_seq' | 'unread_count'>
/** What a room begins with. */
export type RoomStart = {
  room: LiveRoom
  messages: LiveMessage[]
  has_older: boolean
  /** The `seq` of the first message that was new when the page came. */
  newFrom?: number | undefined
}
