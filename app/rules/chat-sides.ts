/** Who takes part in a conversation: the customer, the rental company's staff, our operators. */
export const CHAT_SIDES = ['CUSTOMER', 'COMPANY', 'OPERATOR'] as const
export type ChatSide = (typeof CHAT_SIDES)[number]

/** As whom a side's messages are shown (§3, "Chat message"). */
export const SENDERS = ['CLIENT', 'ADMIN', 'AGENT'] as const
export type Sender = (typeof SENDERS)[number]

const SENDER_OF: Record<ChatSide, Sender> = { CUSTOMER: 'CLIENT', COMPANY: 'AGENT', OPERATOR: 'ADMIN' }

export function senderOf(side: ChatSide): Sender {
  return SENDER_OF[side]
}

/** Whose reading makes a message a read one: the customer's for those of staff and operators, else any of theirs. */
export function readersOf(sender: Sender): readonly ChatSide[] {
  return sender === 'CLIENT' ? ['COMPANY', 'OPERATOR'] : ['CUSTOMER']
}
