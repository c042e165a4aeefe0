import { type ChatSide, readersOf } from '#app/rules/messages/chat-sides.ts'
import type { LiveMessage } from './live-message.ts'

/** Merges both lists in the server's order, each message once; a message's version in `more` replaces the one in `known`. */
export function mergeMessages(known: readonly LiveMessage[], more: readonly LiveMessage[]): LiveMessage[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of more) bySeq.set(message.seq, message)
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

/** Whether a message is missing before one that has just come: the order has no gaps. */
export function hasGap(known: readonly LiveMessage[], next: LiveMessage): boolean {
  const last = known.at(-1)
  return last !== undefined && next.seq > last.seq + 1
}

/** Marks the messages up to `seq` that a side had to read as read. */
export function markRead(
  messages: readonly LiveMessage[],
  { side, seq }: { side: ChatSide; seq: number },
): LiveMessage[] {
  return messages.map((message) => {
    const isReader = readersOf(message.sender).includes(side)
    return isReader && message.seq <= seq && message.status !== 'READ' ? { ...message, status: 'READ' } : message
  })
}
