import { type Kysely, sql } from 'kysely'

/**
 * Contracts of rentals: a company's text in versions, what was made of it for a reservation, and who signed that. A published
 * text, a contract and a signature never change: only a person's data goes, where the law asks for it. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table contract_template (
    id bigint primary key generated always as identity,
    company_id int not null references company on delete cascade,
    language text not null check (language in ('fa', 'en', 'ar', 'tr', 'de')),
    version int not null check (version > 0),
    text text not null check (length(text) between 1 and 20000),
    saved_at timestamptz not null,
    published_at timestamptz,
    account_id text references account on delete set null,
    unique (company_id, language, version)
  )`,
  `create unique index contract_template_draft on contract_template (company_id, language) where published_at is null`,
  `create function keep_published_template() returns trigger language plpgsql as $$
    begin
      if old.published_at is not null and (new.text, new.version, new.published_at) is distinct from (old.text, old.version, old.published_at) then
        raise exception 'a published contract text never changes' using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  `create trigger contract_template_kept before update on contract_template for each row execute function keep_published_template()`,
  `select audit_table('contract_template')`,

  // The number of a reservation's first contract, which its addenda share.
  `create sequence contract_number as int start with 20001`,
  `create table contract (
    id text primary key,
    number int not null,
    reservation_id text not null references reservation,
    -- 0: the contract, from 1 on its addenda.
    addendum int not null check (addendum >= 0),
    -- Made anew while nobody has signed: the latest of an addendum counts.
    revision int not null check (revision > 0),
    language text not null check (language in ('fa', 'en', 'ar', 'tr', 'de')),
    -- Null: the default text.
    template_id bigint references contract_template,
    text text not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    -- What it says, to find what has changed since, and to say so.
    facts jsonb not null,
    shown jsonb not null,
    licence text,
    vin text,
    made_at timestamptz not null,
    account_id text references account on delete set null,
    unique (reservation_id, addendum, revision)
  )`,
  `create table contract_signature (
    id bigint primary key generated always as identity,
    contract_id text not null references contract on delete cascade,
    side text not null check (side in ('CUSTOMER', 'COMPANY')),
    channel text not null check (channel in ('COUNTER', 'PHONE', 'DESK')),
    name text not null check (length(name) between 1 and 120),
    drawing text check (length(drawing) <= 20000),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    at timestamptz not null,
    -- Where the code went; empty at the counter.
    code_to text not null default '',
    network_address text not null,
    device text not null,
    account_id text references account on delete set null,
    unique (contract_id, side)
  )`,
  `create table contract_event (
    id bigint primary key generated always as identity,
    contract_id text not null references contract on delete cascade,
    what text not null check (what in ('MADE', 'CODE_SENT', 'CODE_WRONG', 'SIGNED')),
    side text not null check (side in ('CUSTOMER', 'COMPANY')),
    at timestamptz not null,
    network_address text not null,
    device text not null,
    account_id text references account on delete set null
  )`,
  `create index contract_event_of on contract_event (contract_id)`,
  // Of an erased person's contract the numbers of papers and the addresses go; the whole of it once its reservation has lost its person, too.
  `create function keep_contract() returns trigger language plpgsql as $$
    declare kept jsonb; changed jsonb;
    begin
      if tg_op = 'DELETE' then
        if tg_table_name = 'contract' then
          if not exists (select from reservation where id = old.reservation_id and phone like '+0%') then
            raise exception 'a contract is never deleted' using errcode = 'check_violation';
          end if;
        elsif exists (select from contract where id = old.contract_id) then
          raise exception 'what was signed is never deleted' using errcode = 'check_violation';
        end if;
        return old;
      end if;
      kept := to_jsonb(old) - array['licence', 'network_address', 'device', 'code_to', 'account_id'];
      changed := to_jsonb(new) - array['licence', 'network_address', 'device', 'code_to', 'account_id'];
      if kept is distinct from changed then
        raise exception 'a contract never changes' using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  ...['contract', 'contract_signature', 'contract_event'].map(
    (table) =>
      `create trigger ${table}_kept before update or delete on ${table} for each row execute function keep_contract()`,
  ),
  `alter table one_time_code drop constraint one_time_code_purpose_check`,
  `alter table one_time_code add constraint one_time_code_purpose_check
    check (purpose in ('SIGN_IN', 'CHANGE_PHONE', 'CHANGE_EMAIL', 'DELETE_ACCOUNT', 'WALLET_PAYOUT', 'SIGN_CONTRACT'))`,
  // Whoever signs with a code needs no account.
  `alter table one_time_code drop constraint one_time_code_check`,
  `alter table one_time_code add constraint one_time_code_check
    check ((purpose in ('SIGN_IN', 'SIGN_CONTRACT')) = (account_id is null))`,
]
