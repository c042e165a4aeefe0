import { type Kysely, sql } from 'kysely'

/**
 * Security keys and passkeys (WebAuthn) beside an account's authenticator app, and the challenges that browsers are to
 * sign. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table security_key (
    id text primary key,
    -- Keys come on top of the app and its recovery codes, and go with them.
    account_id text not null references second_factor on delete cascade,
    name text not null,
    -- As the browser names it, in base64url.
    credential_id text not null unique,
    -- COSE, in base64url.
    public_key text not null,
    -- How often the key says it was used; some always say 0.
    counter bigint not null,
    transports text[] not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index security_key_account on security_key (account_id)`,
  `create table security_key_challenge (
    session_id text not null references session on delete cascade,
    purpose text not null check (purpose in ('ADD', 'CHECK')),
    challenge text not null,
    expires_at timestamptz not null,
    -- A new one ends the last: no sign-in has more than one of a purpose.
    primary key (session_id, purpose)
  )`,
  `select audit_table('security_key')`,
]
