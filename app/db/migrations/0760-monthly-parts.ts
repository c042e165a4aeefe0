import { type Kysely, sql } from 'kysely'

/**
 * Long rentals that are paid in monthly parts: the company's terms, the plan of a reservation with the terms as they were
 * agreed, and its parts. What is paid of a part follows from the rent that was received, in order. Source: issue 19, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table company
    add column monthly_parts boolean not null default true,
    add column part_grace_days smallint not null default 2 check (part_grace_days between 0 and 14),
    add column end_notice_days smallint not null default 7 check (end_notice_days between 0 and 60)`,
  `create table rental_plan (
    reservation_id text primary key references reservation on delete cascade,
    -- As they were when it was chosen.
    grace_days smallint not null,
    notice_days smallint not null,
    -- What would have been paid online without the plan, in the minor unit: it is chosen again while nothing is paid.
    payable_before bigint not null,
    chosen_at timestamptz not null
  )`,
  `create table rental_part (
    id text primary key check (length(id) >= 22),
    reservation_id text not null references rental_plan on delete cascade,
    position smallint not null check (position between 1 and 200),
    days smallint not null check (days >= 0),
    starts_on date not null,
    due_on date not null,
    amount bigint not null check (amount >= 0),
    created_at timestamptz not null,
    -- Fell away with days that were given back, or was split again.
    dropped_at timestamptz
  )`,
  `create unique index rental_part_of on rental_part (reservation_id, position) where dropped_at is null`,
  `create index rental_part_due on rental_part (due_on) where dropped_at is null`,
  `alter table payment add column part_id text references rental_part`,
  // However often it is tried, one payment is what a part was paid by.
  `create unique index payment_of_part on payment (part_id) where settled_as = 'RESERVATION'`,
  `alter table reservation_change drop constraint reservation_change_kind_check`,
  `alter table reservation_change
    add constraint reservation_change_kind_check check (kind in ('CHANGE', 'EXTENSION', 'EARLY_END'))`,
  // Rent that the company gives back at its desk when a rental ends early.
  `alter table desk_money drop constraint desk_money_purpose_check`,
  `alter table desk_money add constraint desk_money_purpose_check
    check (purpose in ('RENT', 'RENT_BACK', 'DEPOSIT', 'DEPOSIT_BACK', 'CHARGE', 'CHARGE_FROM_DEPOSIT'))`,
  `create or replace function keep_matched_sum() returns trigger language plpgsql as $$
    declare line int := coalesce(new.line_id, old.line_id);
    begin
      update bank_line set (matched, why) = (
        select sum(coalesce(payout.amount,
          case when money.purpose in ('DEPOSIT_BACK', 'RENT_BACK') then -money.amount else money.amount end)),
          min(found.why)
        from bank_match found
        left join payout on payout.id = found.payout_id
        left join desk_money money on money.id = found.desk_money_id
        where found.line_id = line
      ) where id = line;
      return null;
    end $$`,
]
