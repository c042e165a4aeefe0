import { type Kysely, sql } from 'kysely'

/** The key box that a vehicle always has: what is proposed for each of its reservations. Source: issue 19, B. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table vehicle_key_box (
    ad_id int primary key references ad on delete cascade,
    place text not null check (length(place) between 1 and 300),
    code text not null check (code ~ '^[0-9A-Z*#]{3,10}$'),
    saved_at timestamptz not null,
    saved_by text references account on delete set null
  )`.execute(db)
}
