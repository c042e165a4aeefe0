import { type Kysely, sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { needsPerson } from '#app/rules/messages/bot-topic.ts'
import type { Sender } from '#app/rules/messages/chat-sides.ts'

type Said = {
  conversation: string
  sender: Sender
  /** Null for the bot. */
  account: string | null
  body: string
  clientId: string
  at: Date
}

/** A stored message; `isNew` if it was not stored before. */
export type Added = { id: number; seq: number; isNew: boolean }

/**
 * Adds a message to a ticket or a chat: under the lock of the conversation's row it gets the next `seq`, so that the
 * order has no gaps or duplicates. Sent again with the same client-generated id it is found, not added. It starts or
 * ends the customer's waiting: the bot's answer ends it only if the customer asked nothing that needs a person. One
 * statement, which needs no transaction if nothing else is written. Throws NOT_FOUND.
 */
export async function addMessage(db: Kysely<DB>, said: Said): Promise<Added> {
  const { conversation, sender, account, body, clientId, at } = said
  const isCustomer = sender === 'CLIENT'
  const isBot = sender === 'ADMIN' && account === null
  const { rows } = await sql<{ id: number; seq: number }>`
    with locked as (select last_seq from conversation where id = ${conversation} for update),
    added as (
      insert into conversation_message (conversation_id, seq, client_id, sender, account_id, body, created_at)
      select ${conversation}, last_seq + 1, ${clientId}, ${sender}, ${account}, ${body}, ${at} from locked
      on conflict (conversation_id, sender, coalesce(account_id, ''), client_id) do nothing
      returning id, seq
    )
    update conversation set last_seq = added.seq, updated_at = ${at},
      waiting_since = case when ${isCustomer} then coalesce(waiting_since, ${at})
        when ${isBot} and needs_person then waiting_since end,
      queued_at = case when ${isCustomer} and waiting_since is null then ${at} else queued_at end,
      needs_person = case when ${isCustomer} then needs_person or ${isCustomer && needsPerson(body)}
        else needs_person and ${isBot} end
    from added where conversation.id = ${conversation}
    returning added.id, added.seq`.execute(db)
  const [added] = rows
  if (added) return { ...added, isNew: true }
  const known = await db
    .selectFrom('conversation_message')
    .select(['id', 'seq'])
    .where('conversation_id', '=', conversation)
    .where('sender', '=', sender)
    .where((where) => where(where.fn.coalesce('account_id', where.val('')), '=', account ?? ''))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!known) throw errors.NOT_FOUND()
  return { ...known, isNew: false }
}
