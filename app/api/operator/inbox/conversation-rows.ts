import { type Kysely, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type Department, type TicketStatus, WAITING } from '#app/rules/messages/ticket-status.ts'

const LETTERS = 140

/** Whether a customer waits for our answer: a ticket by its status, a chat by who wrote last. */
export const IS_WAITING = sql<boolean>`case conversation.kind
  when 'TICKET' then conversation.status in ${literalList(WAITING)}
  else exists (select from conversation_message as newest where newest.conversation_id = conversation.id
    and newest.seq = conversation.last_seq and newest.sender = 'CLIENT') end`

/** Since when: the first message of the customer after our last one. */
const WAITING_SINCE = sql<Date | null>`case when ${IS_WAITING} then coalesce(
  (select min(message.created_at) from conversation_message as message where message.conversation_id = conversation.id
    and message.sender = 'CLIENT' and message.seq > coalesce((select max(ours.seq) from conversation_message as ours
      where ours.conversation_id = conversation.id and ours.sender <> 'CLIENT'), 0)),
  conversation.created_at) end`

/** Tickets, and the chats of customers with us; rooms about a reservation are between its company and its customer. */
export function conversationsWithUs(db: Kysely<DB>) {
  return db.selectFrom('conversation').where(sql<boolean>`(conversation.kind = 'TICKET'
      or conversation.kind = 'CHAT' and conversation.department is not null and conversation.last_seq > 0)`)
}

/** The same with what is shown of each. */
export function conversationRows(db: Kysely<DB>) {
  return conversationsWithUs(db)
    .leftJoin('account', 'account.id', 'conversation.account_id')
    .leftJoin('account as colleague', 'colleague.id', 'conversation.assigned_to')
    .leftJoin('reservation', 'reservation.id', 'conversation.reservation_id')
    .select(['conversation.id', 'conversation.kind', 'conversation.number', 'subject', 'department', 'assigned_to'])
    .select(['conversation.status', 'conversation.updated_at', 'last_seq', 'reservation_id'])
    .select(['account.id as customer_id', 'account.fullname', 'account.phone', 'account.language'])
    .select(['colleague.fullname as colleague_name', 'colleague.phone as colleague_phone'])
    .select('reservation.number as reservation_number')
    .select(WAITING_SINCE.as('waiting_since'))
    .select(
      sql<string | null>`(select left(message.body, ${LETTERS}) from conversation_message as message
        where message.conversation_id = conversation.id and message.seq = conversation.last_seq)`.as('last'),
    )
}

export type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversationRows>['execute']>>[number]

/** A ticket or chat as a row of the operators' inbox. Chats have no department and count as SALES. */
export function shownConversation(row: ConversationRow, callerId: string) {
  const { id, kind, number, subject, department, status, updated_at, waiting_since, assigned_to } = row
  return {
    ...{ id, number, subject },
    kind: kind as 'TICKET' | 'CHAT',
    status: status as TicketStatus | null,
    department: (department ?? 'SALES') as Department,
    customer:
      row.customer_id && row.language
        ? { id: row.customer_id, name: row.fullname ?? row.phone ?? '', language: row.language }
        : null,
    last: row.last ?? '',
    waiting_since: waiting_since?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
    assignee: assigned_to ? { id: assigned_to, name: row.colleague_name ?? row.colleague_phone ?? '' } : null,
    is_mine: assigned_to === callerId,
  }
}
