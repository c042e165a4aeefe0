import { type Kysely, sql } from 'kysely'

/**
 * Since when a conversation's customer waits for an answer, written down in place of being counted from the messages: the inbox
 * stays fast with thousands of them. And when each receiver was last notified of those that wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table conversation
    -- The first message of the customer that nobody has answered; null where nobody waits.
    add column waiting_since timestamptz,
    -- Since when it waits in the queue that it is in: of everybody who answers, or of the one it is assigned to.
    add column queued_at timestamptz,
    -- The customer asked for a person, or for what the bot cannot answer: what the bot says is no answer.
    add column needs_person boolean not null default false`,
  `update conversation set waiting_since = coalesce(
      (select min(message.created_at) from conversation_message as message
        where message.conversation_id = conversation.id and message.sender = 'CLIENT'
          and message.seq > coalesce((select max(answer.seq) from conversation_message as answer
            where answer.conversation_id = conversation.id and answer.sender <> 'CLIENT'), 0)),
      conversation.created_at)
    where case kind when 'TICKET' then status in ('OPEN', 'CUSTOMER_REPLY')
      else exists (select from conversation_message as newest where newest.conversation_id = conversation.id
        and newest.seq = conversation.last_seq and newest.sender = 'CLIENT') end`,
  `update conversation set queued_at = waiting_since`,
  `create index conversation_queue on conversation (waiting_since) where waiting_since is not null`,
  // An account, or 'company' and its number.
  `create table waiting_notice (receiver text primary key, told_at timestamptz not null)`,
]
