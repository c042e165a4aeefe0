import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { messageRows, type ShownMessage, shownMessage } from '#app/api/conversations/message-rows.ts'
import { sideOf } from '#app/api/conversations/sides.ts'
import type { Ticket } from '#app/contract/support/tickets.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf } from '#app/db/reservation.ts'
import { ticketRows } from '#app/db/ticket.ts'
import { senderOf } from '#app/rules/messages/chat-sides.ts'
import type { Department, TicketStatus } from '#app/rules/messages/ticket-status.ts'

export type OwnTicket = Things['ticket']

/** A ticket for its customer and for operators. Throws NOT_FOUND for everybody else (§6). */
export async function readTicket(
  db: Kysely<DB>,
  id: string,
  { person, owner }: Omit<Claim, 'now'>,
): Promise<OwnTicket> {
  const ticket = await ticketRows(db).where('conversation.id', '=', id).executeTakeFirst()
  const parties = { phone: null, email: null, by_email: null, company_id: null }
  const side = ticket && sideOf({ ...parties, account_id: ticket.account_id }, person)
  if (!ticket || !side || side === 'COMPANY' || !owner.includes(side)) throw errors.NOT_FOUND()
  return { ticket, side, status: ticket.status as TicketStatus }
}

/** The same, locked until the transaction ends. */
export async function lockTicket(tx: Tx, id: string, claim: Claim): Promise<OwnTicket> {
  await tx.selectFrom('conversation').select('id').where('id', '=', id).forUpdate().execute()
  return readTicket(tx, id, claim)
}

/** Tickets as their reader's side sees them. */
export async function shownTickets(db: Kysely<DB>, tickets: readonly OwnTicket[]): Promise<z.infer<typeof Ticket>[]> {
  const unread = await unreadIn(db, tickets)
  return tickets.map(({ ticket, side, status }) => {
    const { id, number, subject, department, created_at, updated_at, reservation_id, reservation_number } = ticket
    const unread_count = unread.get(id) ?? 0
    return {
      id,
      number: number ?? 0,
      subject: subject ?? '',
      department: department as Department,
      status,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      is_unread: unread_count > 0,
      unread_count,
      reservation:
        reservation_id && reservation_number !== null
          ? { id: reservation_id, number: numberOf({ number: reservation_number }) }
          : null,
      customer: side === 'OPERATOR' ? ticket.customer : null,
    }
  })
}

/** The other side's messages since the reader's side last read, by ticket. */
async function unreadIn(db: Kysely<DB>, tickets: readonly OwnTicket[]): Promise<Map<string, number>> {
  if (tickets.length === 0) return new Map()
  const sides = tickets.map(({ ticket, side }) => ({ id: ticket.id, side, sender: senderOf(side) }))
  const { rows } = await sql<{ id: string; count: number }>`
    select own.id, (
      select count(*) from conversation_message message
      where message.conversation_id = own.id and message.seq > coalesce(read.seq, 0) and message.sender <> own.sender
    ) as count
    from json_to_recordset(${JSON.stringify(sides)}) as own (id text, side text, sender text)
    left join conversation_read read on read.conversation_id = own.id and read.side = own.side`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Messages of a ticket in order, the latest or those before a `seq`, with their files. */
export async function readMessages(
  deps: Pick<Deps, 'settings'> & { db: Kysely<DB> },
  id: string,
  { before, size }: { before?: number | undefined; size: number },
): Promise<ShownMessage[]> {
  const rows = await messageRows(deps.db)
    .where('message.conversation_id', '=', id)
    .$if(before !== undefined, (query) => query.where('message.seq', '<', before ?? 0))
    .orderBy('message.seq', 'desc')
    .limit(size)
    .execute()
  return rows.reverse().map((row) => shownMessage(deps, row))
}
