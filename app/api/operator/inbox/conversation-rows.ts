import { type Kysely, sql } from 'kysely'
import { IS_WITH_US } from '#app/api/conversations/queue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Department, TicketStatus } from '#app/rules/messages/ticket-status.ts'

const LETTERS = 140

/** A query for tickets and for all chats in which something was said. */
export function conversations(db: Kysely<DB>) {
  return db.selectFrom('conversation').where(sql<boolean>`(kind = 'TICKET' or last_seq > 0)`)
}

/** Those with the fields that are shown of each. */
export function conversationRows(db: Kysely<DB>) {
  return conversations(db)
    .select(IS_WITH_US.as('with_us'))
    .leftJoin('account', 'account.id', 'conversation.account_id')
    .leftJoin('account as colleague', 'colleague.id', 'conversation.assigned_to')
    .leftJoin('reservation', 'reservation.id', 'conversation.reservation_id')
    .select(['conversation.id', 'conversation.kind', 'conversation.number', 'subject', 'department', 'assigned_to'])
    .select(['conversation.status', 'conversation.updated_at', 'last_seq', 'waiting_since', 'reservation_id'])
    .select(['account.id as customer_id', 'account.fullname', 'account.phone', 'account.language'])
    .select(['colleague.fullname as colleague_name', 'colleague.phone as colleague_phone'])
    .select('reservation.number as reservation_number')
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
    with_us: row.with_us,
  }
}
