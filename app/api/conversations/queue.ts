import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** Whether the customer of a `conversation` waits for a person's answer. */
export const IS_WAITING = sql<boolean>`conversation.waiting_since is not null`

/**
 * Whether a `conversation` is with operators: tickets, and chats with a department. Chats about a reservation are with
 * its company.
 */
export const IS_WITH_US = sql<boolean>`(conversation.kind = 'TICKET' or conversation.department is not null)`

/** Assigns conversations to an operator, or to nobody: from now on they wait in that queue. */
export function assignConversations(db: Kysely<DB>, to: { assignee: string | null; at: Date }) {
  return db.updateTable('conversation').set({ assigned_to: to.assignee, queued_at: to.at })
}
