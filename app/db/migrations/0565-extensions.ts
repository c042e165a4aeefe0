import { type Kysely, sql } from 'kysely'

/**
 * More time that a customer asks for, or that staff give: a change that the company answers first. A person has one
 * change under way. Source: issue 19, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table reservation_change drop constraint reservation_change_status_check`,
  `alter table reservation_change
    add constraint reservation_change_status_check
      check (status in ('ASKED', 'AWAITING_PAYMENT', 'DONE', 'REFUSED', 'EXPIRED', 'CANCELLED')),
    add column kind text not null default 'CHANGE' check (kind in ('CHANGE', 'EXTENSION')),
    add column actor text not null default 'CUSTOMER' check (actor in ('CUSTOMER', 'COMPANY', 'OPERATOR')),
    add column message text check (length(message) <= 500),
    add column answer text check (length(answer) <= 500),
    add column answered_by text references account on delete set null,
    add column answered_at timestamptz,
    add constraint reservation_change_asked check (kind = 'EXTENSION' or status not in ('ASKED', 'REFUSED'))`,
  `drop index reservation_change_open`,
  `create unique index reservation_change_open on reservation_change (reservation_id)
    where status in ('ASKED', 'AWAITING_PAYMENT')`,
  // The company's list of what waits for its answer.
  `create index reservation_change_asked_at on reservation_change (hold_until) where status = 'ASKED'`,
]
