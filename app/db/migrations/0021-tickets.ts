import { type Kysely, sql } from 'kysely'

/** A ticket's readable number, and what became of it and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create sequence ticket_number as int start 1001`,
  `alter table conversation add column number int unique`,
  `update conversation set number = nextval('ticket_number') where kind = 'TICKET'`,
  `alter table conversation add constraint conversation_number check ((kind = 'TICKET') = (number is not null))`,
  `create table ticket_event (
    id bigint primary key generated always as identity,
    conversation_id text not null references conversation on delete cascade,
    status text not null check (status in ('OPEN', 'ANSWERED', 'CUSTOMER_REPLY', 'CLOSED')),
    actor text not null check (actor in ('CUSTOMER', 'OPERATOR')),
    at timestamptz not null
  )`,
  `create index ticket_event_conversation on ticket_event (conversation_id)`,
]
