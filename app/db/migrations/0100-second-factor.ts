import { type Kysely, sql } from 'kysely'

/**
 * A second factor of an account: one-time passwords by time (RFC 6238), and codes for the day on which the phone is lost.
 * `session.factor_at` is when a sign-in has last proven it. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table second_factor (
    -- The account's own id, by which the audit log names the row.
    id text primary key references account on delete cascade,
    -- Encrypted with a key that is not in the database.
    secret text not null,
    created_at timestamptz not null,
    -- Without it, it is being set up and asks for nothing.
    confirmed_at timestamptz,
    -- The time step of the last password that was taken: none is taken twice.
    last_step bigint not null default 0
  )`,
  `create table recovery_code (
    account_id text not null references account on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  )`,
  `alter table session add column factor_at timestamptz`,
  `select audit_table('second_factor')`,
]
