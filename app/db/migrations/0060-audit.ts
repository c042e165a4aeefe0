import { type Kysely, sql } from 'kysely'

/**
 * Who changed what: each write by staff or an operator to a watched table leaves an entry in the same transaction, and the
 * database lets nobody change or remove one. Another migration watches its own table by `select audit_table('name')`.
 * Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const WATCHED = [
  ...['account', 'ad', 'ad_comment', 'ad_photo', 'application', 'busy', 'city', 'company', 'contact', 'conversation'],
  ...['currency', 'discount_code', 'ledger_transaction', 'payment', 'place', 'reservation'],
]

const STATEMENTS = [
  `create table audit_entry (
    id bigint primary key generated always as identity,
    at timestamptz not null default clock_timestamp(),
    -- Without a reference: an entry outlives the account.
    actor text not null,
    role text not null check (role in ('AGENT', 'ADMIN', 'SETUP')),
    company_id int,
    call text not null,
    request_id text not null,
    reason text,
    subject text not null, row_key text not null,
    action text not null check (action in ('INSERT', 'UPDATE', 'DELETE')),
    before jsonb, after jsonb
  )`,
  `create index audit_entry_subject on audit_entry (subject, row_key, id)`,
  `create index audit_entry_actor on audit_entry (actor, id)`,
  `create function audit_stays() returns trigger language plpgsql as $$
    begin raise exception 'the audit log is append-only' using errcode = 'check_violation'; end $$`,
  `create trigger audit_entry_stays before update or delete on audit_entry for each row execute function audit_stays()`,
  `create trigger audit_entry_is_kept before truncate on audit_entry for each statement execute function audit_stays()`,
  // That a person's data changed is recorded, not the data: an erased account leaves none here. Secrets never appear.
  `create function audit_shown(fields jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, case
      when value <> 'null' and key = any (array['phone', 'email', 'fullname', 'national_id', 'date_of_birth', 'address',
        'zip_code', 'avatar', 'username', 'network_address', 'receive_address', 'return_address', 'device', 'card',
        'token', 'token_hash', 'secret', 'notifications']) then '"…"'
      else value end), '{}') from jsonb_each(fields) $$`,
  `create function audit_row() returns trigger language plpgsql as $$
    declare
      actor jsonb := nullif(current_setting('savari.actor', true), '')::jsonb;
      before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
      after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
      row_key text := coalesce(after ->> 'id', before ->> 'id', '');
    begin
      if actor is null then return null; end if;
      if tg_op = 'UPDATE' then
        select coalesce(jsonb_object_agg(key, value), '{}') into before from jsonb_each(before) where after -> key <> value;
        select coalesce(jsonb_object_agg(key, value), '{}') into after from jsonb_each(after) where before ? key;
        if after = '{}' then return null; end if;
      end if;
      insert into audit_entry (actor, role, company_id, call, request_id, reason, subject, row_key, action, before, after)
      values (actor ->> 'account', actor ->> 'role', (actor ->> 'company')::int, actor ->> 'call', actor ->> 'request',
        nullif(current_setting('savari.reason', true), ''), tg_table_name, row_key, tg_op,
        audit_shown(before), audit_shown(after));
      return null;
    end $$`,
  `create function audit_table(name text) returns void language plpgsql as $$
    begin
      execute format('create trigger %I after insert or update or delete on %I for each row execute function audit_row()',
        name || '_audit', name);
    end $$`,
  ...WATCHED.map((name) => `select audit_table('${name}')`),
]
