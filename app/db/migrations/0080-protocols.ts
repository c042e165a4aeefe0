import { type Kysely, sql } from 'kysely'

/**
 * The records of hand-overs and returns with their drafts and photos, the money that changes hands at a desk, and what a
 * company asks for after a return. A finished record is never changed: what was undone stays, marked so. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // What a difference costs, in the company's currency; null: as everybody's.
  `alter table company add column charges jsonb`,
  // As it was typed, right or wrong, so that nothing is lost on a bad line.
  `create table protocol_draft (
    reservation_id text not null references reservation on delete cascade,
    kind text not null check (kind in ('PICK_UP', 'RETURN')),
    revision int not null default 1,
    fields jsonb not null check (length(fields::text) < 40000),
    account_id text references account on delete set null,
    saved_at timestamptz not null,
    primary key (reservation_id, kind)
  )`,
  `create table protocol (
    id text primary key,
    reservation_id text not null references reservation on delete cascade,
    ad_id int not null references ad,
    kind text not null check (kind in ('PICK_UP', 'RETURN')),
    odometer int not null check (odometer between 0 and 2000000),
    fuel smallint check (fuel between 0 and 8),
    charge smallint check (charge between 0 and 100),
    keys smallint check (keys between 0 and 9),
    kit jsonb not null,
    -- The damages that the vehicle had before, as it was agreed, and those that were found now.
    known jsonb not null,
    marks jsonb not null,
    note text check (length(note) <= 1000),
    handed_by text not null check (length(handed_by) <= 120),
    received_by text not null check (length(received_by) <= 120),
    terms jsonb not null,
    account_id text references account on delete set null,
    done_at timestamptz not null,
    undone_at timestamptz,
    check ((fuel is null) <> (charge is null))
  )`,
  `create unique index protocol_once on protocol (reservation_id, kind) where undone_at is null`,
  `create index protocol_ad on protocol (ad_id, done_at desc) where undone_at is null`,
  `create table protocol_photo (
    id text primary key,
    reservation_id text not null references reservation on delete cascade,
    kind text not null check (kind in ('PICK_UP', 'RETURN')),
    protocol_id text references protocol on delete cascade,
    view text not null check (view in ('FRONT', 'LEFT', 'REAR', 'RIGHT', 'INSIDE', 'OTHER')),
    -- Of what was sent, so that the same photo twice is one; and of what is kept and shown.
    source_sha256 text not null,
    sha256 text not null,
    file_key text not null,
    bytes int not null,
    width int not null,
    height int not null,
    account_id text references account on delete set null,
    taken_at timestamptz not null,
    unique (reservation_id, kind, source_sha256)
  )`,
  `create table proposal (
    id text primary key,
    reservation_id text not null references reservation on delete cascade,
    protocol_id text references protocol on delete cascade,
    kind text not null check (kind in ('RETURN', 'LATE')),
    lines jsonb not null,
    amount bigint not null check (amount > 0),
    currency_id int not null references currency,
    status text not null check (status in ('OPEN', 'ACCEPTED', 'DISPUTED', 'WITHDRAWN', 'PAID')),
    paid_by text check (paid_by in ('ONLINE', 'DESK', 'DEPOSIT')),
    ticket_id text references conversation on delete set null,
    account_id text references account on delete set null,
    created_at timestamptz not null,
    decided_at timestamptz,
    paid_at timestamptz,
    check ((status = 'PAID') = (paid_at is not null and paid_by is not null))
  )`,
  `create unique index proposal_once on proposal (reservation_id, kind) where status <> 'WITHDRAWN'`,
  `create table desk_money (
    id text primary key,
    reservation_id text not null references reservation,
    protocol_id text references protocol,
    proposal_id text references proposal,
    purpose text not null check (purpose in ('RENT', 'DEPOSIT', 'DEPOSIT_BACK', 'CHARGE', 'CHARGE_FROM_DEPOSIT')),
    way text not null check (way in ('CASH', 'CARD', 'TRANSFER', 'CARD_HOLD', 'CHEQUE')),
    amount bigint not null check (amount > 0),
    reference text check (length(reference) <= 40),
    account_id text references account on delete set null,
    at timestamptz not null,
    undone_at timestamptz
  )`,
  `create index desk_money_reservation on desk_money (reservation_id)`,
  // What a company took at its desk, what of it is its own, and what it owes a customer.
  // Beside the kinds that other migrations know.
  `do $$
    declare known text;
    begin
      select pg_get_expr(conbin, conrelid) into strict known from pg_constraint
        where conrelid = 'ledger_account'::regclass and conname = 'ledger_account_kind_check';
      alter table ledger_account drop constraint ledger_account_kind_check;
      execute format('alter table ledger_account add constraint ledger_account_kind_check
        check (%s or kind in (''TILL'', ''DESK_INCOME'', ''DEPOSIT''))', known);
    end $$`,
  `alter table ledger_account add constraint deposit_not_below_zero check (kind <> 'DEPOSIT' or balance >= 0)`,
  ...['protocol', 'protocol_photo', 'proposal', 'desk_money'].map((name) => `select audit_table('${name}')`),
]
