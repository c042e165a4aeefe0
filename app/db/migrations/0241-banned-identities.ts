import { type Kysely, sql } from 'kysely'

/**
 * What else a ban holds for, beside the account: its phone and mailbox, as far as they are proven, and the identity numbers
 * that it paid for rentals with. Source: decisions.md,
 * "Bans".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table banned_identity (
    -- Whose ban it is. Without a reference: it outlives the account.
    account_id text not null,
    kind text not null check (kind in ('PHONE', 'EMAIL', 'IDENTITY')),
    -- A phone in E.164; an address in lower case; an identity number in capitals and Latin digits alone.
    value text not null,
    primary key (account_id, kind, value)
  )`,
  `create index banned_identity_value on banned_identity (kind, value)`,
  // Those who were banned before.
  `insert into banned_identity (account_id, kind, value)
    select id, 'PHONE', phone from account where banned_at is not null and phone_proven_at is not null
    union all select id, 'EMAIL', email from account where banned_at is not null and email is not null`,
  `insert into banned_identity (account_id, kind, value)
    select distinct account.id, 'IDENTITY', upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g'))
    from account, lateral (
      select account.national_id as number
      union select national_id from reservation where phone = account.phone and paid > 0 and account.phone_proven_at is not null
    ) used
    where banned_at is not null and number ~ '[A-Za-z0-9]'`,
]
