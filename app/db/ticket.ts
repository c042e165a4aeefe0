import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

export type TicketRow = Awaited<ReturnType<ReturnType<typeof ticketRows>['execute']>>[number]

/** Tickets with what is shown of each. */
export function ticketRows(db: Kysely<DB>) {
  return db
    .selectFrom('conversation')
    .leftJoin('reservation', 'reservation.id', 'conversation.reservation_id')
    .innerJoin('account', 'account.id', 'conversation.account_id')
    .where('conversation.kind', '=', 'TICKET')
    .select(['conversation.id', 'conversation.number', 'subject', 'department', 'conversation.status', 'last_seq'])
    .select(['conversation.account_id', 'conversation.created_at', 'conversation.updated_at', 'reservation_id'])
    .select(['reservation.number as reservation_number', 'account.fullname as customer'])
}
