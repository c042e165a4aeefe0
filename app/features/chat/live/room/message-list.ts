import { type ChatSide, readersOf } from '#app/rules/messages/chat-sides.ts'
import type { LiveMessage } from './live-message.ts'

/** Both lists as one, each message once, in the server's order; of two versions the later in the arguments counts. */
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

/** The messages after a side has read as far as `seq`: those that it had to read are read ones. */
export function markRead(
  messages: readonly LiveMessage[],
  { side, seq }: { side: ChatSide; seq: number },
): LiveMessage[] {
  return messages.map((message) => {
    const isReader = readersOf(message.sender).includes(side)
    return isReader && message.seq <= seq && message.status !== 'READ' ? { ...message, status: 'READ' } : message
  })
}
