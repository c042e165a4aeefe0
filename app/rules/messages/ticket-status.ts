/** Every status of a ticket (decisions.md, "Talking"). */
export const TICKET_STATUSES = ['OPEN', 'ANSWERED', 'CUSTOMER_REPLY', 'CLOSED'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

export const DEPARTMENTS = ['SALES', 'FINANCIAL'] as const
export type Department = (typeof DEPARTMENTS)[number]

/** Who changes a status. */
export type TicketActor = 'CUSTOMER' | 'OPERATOR'

/** Statuses in which the customer waits for our answer. */
export const WAITING: readonly TicketStatus[] = ['OPEN', 'CUSTOMER_REPLY']

const BOTH: readonly TicketActor[] = ['CUSTOMER', 'OPERATOR']

/** For each status, what may follow and by whose action. */
const TRANSITIONS: Record<TicketStatus, Partial<Record<TicketStatus, readonly TicketActor[]>>> = {
  OPEN: { ANSWERED: ['OPERATOR'], CLOSED: BOTH },
  ANSWERED: { CUSTOMER_REPLY: ['CUSTOMER'], CLOSED: BOTH },
  CUSTOMER_REPLY: { ANSWERED: ['OPERATOR'], CLOSED: BOTH },
  CLOSED: {},
}

/** Whether this actor may take a ticket from one status to another. */
export function mayChangeTicket(from: TicketStatus, to: TicketStatus, actor: TicketActor): boolean {
  return TRANSITIONS[from][to]?.includes(actor) ?? false
}

/** The status after a message; unchanged where it makes no difference, as with a second question in an open ticket. */
export function statusAfterMessage(from: TicketStatus, actor: TicketActor): TicketStatus {
  const to = actor === 'OPERATOR' ? 'ANSWERED' : 'CUSTOMER_REPLY'
  return mayChangeTicket(from, to, actor) ? to : from
}
