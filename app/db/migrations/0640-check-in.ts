import { type Kysely, sql } from 'kysely'

/**
 * Check-in online: the driving licence that a traveller sends ahead, and the time of arrival. The pictures and the licence's number go
 * thirty days after the return; that it was found valid, and until when, stays as long as the reservation has its person.
 * Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table licence_check (
    reservation_id text primary key references reservation on delete cascade,
    state text not null check (state in ('DRAFT', 'SENT', 'CONFIRMED', 'REFUSED')),
    front_key text,
    back_key text,
    number text check (length(number) <= 20),
    valid_until date,
    sent_at timestamptz,
    -- By staff.
    decided_at timestamptz,
    decided_by text references account on delete set null,
    reason text check (length(reason) between 1 and 500),
    check (state <> 'SENT' or (front_key is not null and back_key is not null and valid_until is not null and sent_at is not null)),
    check (state <> 'CONFIRMED' or (valid_until is not null and decided_at is not null)),
    -- Kept beside a new draft, until that is sent.
    check (state <> 'REFUSED' or reason is not null)
  )`,
  // What is to be deleted some day.
  `create index licence_check_kept on licence_check (reservation_id) where front_key is not null or back_key is not null or number is not null`,
  `create table arrival (
    reservation_id text primary key references reservation on delete cascade,
    way text not null check (way in ('FLIGHT', 'SHIP', 'OTHER')),
    flight text check (length(flight) between 3 and 8),
    -- On the day of the pick-up, at its place.
    arrives_at text not null check (arrives_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    note text check (length(note) between 1 and 300),
    -- The pick-up that it was given for.
    start_at timestamptz not null,
    saved_at timestamptz not null,
    check ((way = 'FLIGHT') = (flight is not null))
  )`,
]
