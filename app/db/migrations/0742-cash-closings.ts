import { type Kysely, sql } from 'kysely'

/**
 * Closings of a company's till, and which payments in cash each has counted. A payment is counted in one closing, and where it is undone
 * later, that is counted in a later one: what was closed never changes. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table cash_closing (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    currency_id int not null,
    on_date date not null,
    opening bigint not null check (opening >= 0),
    booked bigint not null,
    -- Pieces by their value in the minor unit.
    counts jsonb not null,
    counted bigint not null check (counted >= 0),
    kept bigint not null check (kept between 0 and counted),
    reason text check (reason in ('MISCOUNT', 'CHANGE', 'EXPENSE', 'UNBOOKED', 'OTHER')),
    note text check (length(note) between 1 and 300),
    account_id text references account on delete set null,
    closed_at timestamptz not null,
    unique (company_id, currency_id, on_date),
    check (counted = opening + booked or (reason is not null and note is not null))
  )`,
  `create table cash_closing_item (
    closing_id int not null references cash_closing on delete cascade,
    desk_money_id text not null references desk_money on delete cascade,
    -- It was counted before, and has been undone since.
    is_undone boolean not null,
    amount bigint not null,
    primary key (desk_money_id, is_undone)
  )`,
  `create index cash_closing_item_of on cash_closing_item (closing_id)`,
  `create function refuse_closed_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a closing never changes';
    end $$`,
  `create trigger cash_closing_fixed before update of company_id, currency_id, on_date, opening, booked, counts, counted, kept,
    reason, note, closed_at on cash_closing for each row execute function refuse_closed_change()`,
  `create trigger cash_closing_item_fixed before update on cash_closing_item for each row
    execute function refuse_closed_change()`,
  `select audit_table('cash_closing')`,
]
