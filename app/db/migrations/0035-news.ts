import { type Kysely, sql } from 'kysely'

/** News that operators publish to the followers of a topic (§7), in the languages in which it was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table news (
    id text primary key check (length(id) >= 22),
    topic text not null,
    content jsonb not null,
    path text not null,
    account_id text references account on delete set null,
    published_at timestamptz not null
  )`,
  `create index push_topic_followers on push_topic (topic, account_id)`,
]
