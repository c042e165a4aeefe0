import { type Kysely, sql } from 'kysely'

/** Roles of a company's staff, plates, who did what to a reservation, and notes that colleagues leave there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Means something for an AGENT only. Whoever worked for a company before there were roles did everything.
  `alter table account add column staff_role text not null default 'OWNER'
    check (staff_role in ('OWNER', 'DESK', 'DRIVER'))`,
  `alter table ad add column plate text check (length(plate) between 2 and 20)`,
  `alter table reservation_event add column account_id text references account on delete set null`,
  `create table reservation_note (
    id bigint primary key generated always as identity,
    reservation_id text not null references reservation on delete cascade,
    account_id text references account on delete set null,
    body text not null check (length(body) between 1 and 1000),
    at timestamptz not null
  )`,
  `create index reservation_note_of on reservation_note (reservation_id, id)`,
  `create index ledger_transaction_reservation on ledger_transaction (reservation_id) where reservation_id is not null`,
  // The desk lists a company's reservations by their days and by their booking.
  `create index reservation_company_start on reservation (company_id, start_date)`,
  `create index reservation_company_end on reservation (company_id, end_date)`,
  `create index reservation_company_created on reservation (company_id, created_at desc)`,
]
