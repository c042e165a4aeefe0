/** Who takes part in a conversation: the customer, the rental company's staff, our operators. */
export const CHAT_SIDES = ['CUSTOMER', 'COMPANY', 'OPERATOR'] as const
export type ChatSide = (typeof CHAT_SIDES)[number]

/** The names of the sides in messages (§3, "Chat message"). */
export const SENDERS = ['CLIENT', 'ADMIN', 'AGENT'] as const
export type Sender = (typeof SENDERS)[number]

const SENDER_OF: Record<ChatSide, Sender> = { CUSTOMER: 'CLIENT', COMPANY: 'AGENT', OPERATOR: 'ADMIN' }

/** What a message is marked with when this side writes it. */
export function senderOf(side: ChatSide): Sender {
  return SENDER_OF[side]
}

/**
 * Who has to read a message before it counts as read: the customer for messages of staff and operators, otherwise
 * anybody of those two.
 */
export function readersOf(sender: Sender): readonly ChatSide[] {
  return sender === 'CLIENT' ? ['COMPANY', 'OPERATOR'] : ['CUSTOMER']
}
