import { type Kysely, sql } from 'kysely'

/** Who gets the newsletter. The tokens of its links are derived from the id, by the secret of the settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // A link that confirms is good for a time after requested_at.
  `create table newsletter_subscription (
    id text primary key check (length(id) >= 22),
    email text not null unique check (email = lower(email)),
    language text not null,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    ended_at timestamptz
  )`,
  `create index newsletter_subscription_live on newsletter_subscription (id)
    where confirmed_at is not null and ended_at is null`,
]
