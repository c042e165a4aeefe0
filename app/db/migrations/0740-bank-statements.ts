import { type Kysely, sql } from 'kysely'

/**
 * Statements of a company's bank, their lines, and which payouts and payments at the desk they are. A statement that comes twice, or a
 * line that is in two of them, is stored once. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table bank_statement (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    account_id text references account on delete set null,
    name text not null check (length(name) between 1 and 120),
    format text not null check (format in ('CAMT053', 'MT940', 'CSV')),
    number text check (length(number) between 1 and 34),
    currency_id int not null,
    sha256 text not null check (length(sha256) = 64),
    from_on date not null,
    to_on date not null,
    opening bigint,
    closing bigint,
    lines int not null check (lines >= 0),
    created_at timestamptz not null,
    unique (company_id, sha256)
  )`,
  `create table bank_line (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    statement_id int not null references bank_statement on delete cascade,
    currency_id int not null,
    on_date date not null,
    -- Positive where money came in.
    amount bigint not null check (amount <> 0),
    reference text not null check (length(reference) <= 70),
    name text not null check (length(name) <= 140),
    text text not null check (length(text) <= 500),
    -- Of its day, amount and texts, and which of several equal ones it is.
    identity text not null check (length(identity) = 64),
    -- Why it is nothing that the site books.
    note text check (length(note) between 1 and 300),
    note_by text references account on delete set null,
    -- A person took its match away: no rule matches it again.
    by_hand boolean not null default false,
    unique (company_id, identity)
  )`,
  `create index bank_line_of_company on bank_line (company_id, currency_id, on_date desc)`,
  `create index bank_line_of_statement on bank_line (statement_id)`,
  `create table bank_match (
    id int primary key generated always as identity,
    line_id int not null references bank_line on delete cascade,
    payout_id int unique references payout on delete cascade,
    desk_money_id text unique references desk_money on delete cascade,
    why text not null check (why in ('REFERENCE', 'AMOUNT', 'NAME', 'DAY_SUM', 'HAND')),
    account_id text references account on delete set null,
    at timestamptz not null,
    check (num_nonnulls(payout_id, desk_money_id) = 1)
  )`,
  `create index bank_match_of_line on bank_match (line_id)`,
  // Money that was recorded by mistake is not what the bank's line is.
  `create function part_undone_money() returns trigger language plpgsql as $$
    begin
      delete from bank_match where desk_money_id = new.id;
      return null;
    end $$`,
  `create trigger desk_money_parted after update of undone_at on desk_money for each row
    when (new.undone_at is not null) execute function part_undone_money()`,
  `select audit_table('bank_statement')`,
]
