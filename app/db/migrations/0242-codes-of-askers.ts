import { type Kysely, sql } from 'kysely'

/**
 * One-time codes of a sign-in belong to whoever asked for them, and browsers that an account has signed in with are known
 * again. Source: decisions.md, "One-time codes".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // They live five minutes: those of the moment are asked for again.
  `delete from one_time_code`,
  // A browser or app by the hash of its key, else the subscriber of the network; of an account's own changes the account.
  `alter table one_time_code add column asker text not null`,
  `drop index one_time_code_sign_in`,
  `create unique index one_time_code_sign_in on one_time_code (phone, asker) where ended_at is null and account_id is null`,
  `create table known_device (
    account_id text not null references account on delete cascade,
    -- A hash of the key that only the browser or app has.
    device text not null,
    used_at timestamptz not null,
    primary key (account_id, device)
  )`,
  `create index known_device_age on known_device (used_at)`,
]
