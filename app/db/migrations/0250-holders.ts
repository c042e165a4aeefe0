import { type Kysely, sql } from 'kysely'

/**
 * Whom accounts, reservations and wallets belong to: a phone outside Iran that no SMS has proven identifies nobody, so that the
 * e-mail beside it belongs to the key (`rules/identity/holder.ts`). Source: decisions.md, "Abroad".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table account add column holder text not null generated always as (
    case when phone_proven_at is not null or phone like '+98%' then phone else phone || '|' || coalesce(email, '') end) stored`,
  // Several people may have written the same unproven phone; whoever has proven it has it alone.
  `alter table account drop constraint account_phone_key`,
  `create unique index account_holder on account (holder)`,
  `create index account_phone on account (phone)`,

  // Frozen when it was booked: what somebody proves later takes nothing from whoever booked before.
  `alter table reservation add column by_email boolean not null default false`,
  `update reservation set by_email = true where phone not like '+98%' and phone not like '+0%' and email is not null
    and not exists (select from account where account.phone = reservation.phone and phone_proven_at is not null)`,
  `alter table reservation add column holder text not null generated always as (
    case when by_email then phone || '|' || email else phone end) stored`,
  `alter table reservation add constraint reservation_by_email check (not by_email or email is not null)`,
  `create index reservation_holder on reservation (holder)`,

  // The payment that fills a wallet names it.
  `alter table payment rename column phone to wallet_owner`,

  // Wallets of such phones go to the one e-mail that anybody has given with them. Where there are several, the wallet waits for an SMS.
  `create temporary table unproven on commit drop as
    select phone, min(email) as email from (
      select phone, coalesce(email, '') as email from reservation where phone not like '+98%' and phone not like '+0%'
      union select phone, coalesce(email, '') from account where phone not like '+98%'
    ) as given
    where not exists (select from account where account.phone = given.phone and phone_proven_at is not null)
    group by phone having count(distinct email) = 1 and min(email) <> ''`,
  `update ledger_account set owner = unproven.phone || '|' || unproven.email
    from unproven where kind = 'WALLET' and owner = unproven.phone`,
  `update payment set wallet_owner = unproven.phone || '|' || unproven.email
    from unproven where wallet_owner = unproven.phone`,
  `drop table unproven`,

  // The two new names of a contact are as personal in the audit log as the contact itself.
  `create or replace function audit_shown(fields jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, case
      when value <> 'null' and key = any (array['phone', 'email', 'holder', 'wallet_owner', 'fullname', 'national_id',
        'date_of_birth', 'address', 'zip_code', 'avatar', 'username', 'network_address', 'receive_address',
        'return_address', 'device', 'card', 'token', 'token_hash', 'secret', 'notifications']) then '"…"'
      else value end), '{}') from jsonb_each(fields) $$`,
]
