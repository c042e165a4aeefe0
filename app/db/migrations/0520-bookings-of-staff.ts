import { type Kysely, sql } from 'kysely'

/**
 * Bookings that a company's staff make at the counter and on the phone, the commission on them, and by how much the desk
 * may change a price. Identity and date of birth may come later than these. Source: issue 19, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table reservation
    add column source text not null default 'SITE' check (source in ('SITE', 'COUNTER', 'PHONE')),
    add column booked_by text references account on delete set null,
    add column price_reason text check (price_reason in ('REGULAR', 'COMPETITOR', 'AMENDS', 'CONDITION', 'OTHER')),
    add column price_note text check (length(price_note) <= 200),
    alter column date_of_birth drop not null`,
  // What was booked by the company itself and is not paid yet; of other unpaid ones it sees nothing.
  `create index reservation_held_by_staff on reservation (company_id, hold_until)
    where source <> 'SITE' and status = 'AWAITING_PAYMENT'`,
  `alter table company
    add column own_booking_percent int not null default 0 check (own_booking_percent between 0 and 50),
    add column desk_price_percent int not null default 0 check (desk_price_percent between 0 and 50)`,
]
