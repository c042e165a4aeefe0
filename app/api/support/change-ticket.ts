import type { Tx } from '#app/api/call/context.ts'
import { mayChangeTicket, type TicketActor, type TicketStatus } from '#app/rules/messages/ticket-status.ts'

type Change = { id: string; from: TicketStatus; to: TicketStatus; actor: TicketActor; at: Date }

/**
 * Changes the status of a ticket that the caller has locked and writes the event: nothing else writes it. Throws an
 * Error for a change that the table of transitions does not allow: callers check it first. Source: decisions.md,
 * "Talking".
 */
export async function changeTicketStatus(tx: Tx, { id, from, to, actor, at }: Change): Promise<void> {
  if (!mayChangeTicket(from, to, actor)) throw new Error(`${actor} cannot take a ticket from ${from} to ${to}`)
  const changed = await tx
    .updateTable('conversation')
    .set({ status: to, updated_at: at, ...(to === 'CLOSED' && { waiting_since: null }) })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Error(`a ticket changed while it was to become ${to}`)
  await tx.insertInto('ticket_event').values({ conversation_id: id, status: to, actor, at }).execute()
}
