import { type Kysely, sql } from 'kysely'

/** Which operator deals with a conversation, and texts that operators answer with again and again. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table conversation add column assigned_to text references account on delete set null`,
  `create index conversation_assigned on conversation (assigned_to) where assigned_to is not null`,
  `create table canned_answer (
    id int primary key generated always as identity,
    language text not null check (language in ('fa', 'en', 'ar', 'tr', 'de')),
    title text not null check (length(title) between 1 and 80),
    body text not null check (length(body) between 1 and 2000),
    -- Counts the changes: who changes an older one than there is hears of it.
    revision int not null default 1
  )`,
  `create unique index canned_answer_title on canned_answer (language, lower(title))`,
  `select audit_table('canned_answer')`,
]
