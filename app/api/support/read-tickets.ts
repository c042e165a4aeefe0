import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { ticketRows } from '#app/db/ticket.ts'
import { senderOf } from '#app/rules/messages/chat-sides.ts'
import { type TicketStatus, WAITING } from '#app/rules/messages/ticket-status.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import { type OwnTicket, readMessages, shownTickets } from './ticket-rows.ts'

const MESSAGES = 100

/** The caller's own tickets, latest first; operators see all, those that have waited longest for an answer first. */
export const tickets = api.support.tickets.handler(async ({ input, context: { deps, person } }) => {
  const { db } = deps
  const isOperator = person.role === 'ADMIN'
  const { status, size } = input
  const { count } = await db
    .selectFrom('conversation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'TICKET')
    .$if(!isOperator, (query) => query.where('account_id', '=', person.id))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .executeTakeFirstOrThrow()
  const { page } = pageAt({ count }, { page: input.page, size })
  const rows = await ticketRows(db)
    .$if(!isOperator, (query) => query.where('conversation.account_id', '=', person.id))
    .$if(status !== undefined, (query) => query.where('conversation.status', '=', status ?? ''))
    .$if(isOperator, (query) =>
      query
        .orderBy(sql`conversation.status = any(${WAITING})`, 'desc')
        .orderBy(sql`case when conversation.status = any(${WAITING}) then conversation.updated_at end`, 'asc'),
    )
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const own = rows.map((ticket): OwnTicket => {
    const side = ticket.account_id === person.id ? 'CUSTOMER' : 'OPERATOR'
    return { ticket, side, status: ticket.status as TicketStatus }
  })
  return { count, results: await shownTickets(db, own) }
})

/** For a customer the tickets with an answer that they have not read, for operators those that wait for one. */
export const unreadTickets = api.support.unreadTickets.handler(async ({ context: { deps, person } }) => {
  const isOperator = person.role === 'ADMIN'
  return deps.db
    .selectFrom('conversation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'TICKET')
    .$if(isOperator, (query) => query.where('status', 'in', WAITING))
    .$if(!isOperator, (query) =>
      query.where('account_id', '=', person.id).where(({ exists, selectFrom }) =>
        exists(
          selectFrom('conversation_message as message')
            .leftJoin('conversation_read as read', (join) =>
              join.onRef('read.conversation_id', '=', 'message.conversation_id').on('read.side', '=', 'CUSTOMER'),
            )
            .select('message.id')
            .whereRef('message.conversation_id', '=', 'conversation.id')
            .where('message.sender', '<>', senderOf('CUSTOMER'))
            .where(sql<boolean>`message.seq > coalesce(read.seq, 0)`),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
})

export const ticket = api.support.ticket.handler(async ({ input, context: { deps, ticket: own } }) => {
  const messages = await readMessages(deps, input.id, { before: input.before, size: MESSAGES })
  const [shown] = await shownTickets(deps.db, [own])
  return { ...shown!, side: own.side, messages, has_older: (messages[0]?.seq ?? 1) > 1 }
})

/** Stores that the caller's side has read all of a ticket. */
export const readTicketCall = api.support.readTicket.handler(async ({ input, context: { deps, ticket: own } }) => {
  const { ticket: row, side } = own
  const read = { seq: row.last_seq, read_at: deps.now() }
  await deps.db
    .insertInto('conversation_read')
    .values({ ...read, conversation_id: input.id, side })
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'side']).doUpdateSet(read).where('conversation_read.seq', '<', read.seq),
    )
    .execute()
  return { id: input.id, unread_count: 0 }
})
