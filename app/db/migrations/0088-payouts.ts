import { type Kysely, sql } from 'kysely'

/** Where companies are paid, and what was paid to them in batches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table company_bank (
    company_id int primary key references company on delete cascade,
    holder text not null check (length(holder) between 2 and 70),
    iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
    changed_at timestamptz not null
  )`,
  `create table payout_batch (
    id int primary key generated always as identity,
    currency_id int not null references currency,
    created_at timestamptz not null,
    created_by text references account on delete set null
  )`,
  // Name and account as they were when the batch was made: the file for the bank never changes.
  `create table payout (
    id int primary key generated always as identity,
    batch_id int not null references payout_batch,
    company_id int not null references company,
    currency_id int not null references currency,
    amount bigint not null check (amount > 0),
    holder text not null, iban text not null,
    status text not null check (status in ('OPEN', 'PAID', 'RETURNED')),
    decided_at timestamptz,
    decided_by text references account on delete set null,
    check ((status = 'OPEN') = (decided_at is null))
  )`,
  `create index payout_batch_of on payout (batch_id, id)`,
  // What is on its way to a company is not due a second time.
  `create unique index payout_open on payout (company_id, currency_id) where status = 'OPEN'`,
  // Beside the kinds that other migrations know.
  `do $$
    declare known text;
    begin
      select pg_get_expr(conbin, conrelid) into strict known from pg_constraint
        where conrelid = 'ledger_account'::regclass and conname = 'ledger_account_kind_check';
      alter table ledger_account drop constraint ledger_account_kind_check;
      execute format('alter table ledger_account add constraint ledger_account_kind_check
        check (%s or kind = ''BANK'')', known);
    end $$`,
  `select audit_table('company_bank')`,
  `select audit_table('payout_batch')`,
  `select audit_table('payout')`,
]
