import { type Kysely, sql } from 'kysely'

/**
 * Who drives beside the main driver. Pictures and number of their licences go with the main one's; who it was, and that the licence was
 * found valid, stays as long as the reservation has its person. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table further_driver (
      id text primary key,
      reservation_id text not null references reservation on delete cascade,
      fullname text not null check (length(fullname) between 1 and 120),
      date_of_birth date,
      number text check (length(number) <= 20),
      valid_until date not null,
      state text not null check (state in ('DRAFT', 'SENT', 'CONFIRMED', 'REFUSED')),
      front_key text,
      back_key text,
      added_by text not null check (added_by in ('CUSTOMER', 'COMPANY')),
      added_at timestamptz not null,
      sent_at timestamptz,
      decided_at timestamptz,
      decided_by text references account on delete set null,
      reason text check (length(reason) between 1 and 500),
      check (state <> 'SENT' or sent_at is not null),
      check (state <> 'CONFIRMED' or decided_at is not null),
      check (state <> 'REFUSED' or reason is not null)
    )`.execute(db)
  await sql`create index further_driver_reservation on further_driver (reservation_id)`.execute(db)
}
