import { type Kysely, sql } from 'kysely'

/** How a rental went with its driver, in four facts for rental companies alone. Source: issue 19, D. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table driver_record (
        reservation_id text primary key references reservation on delete cascade,
        on_time boolean not null,
        clean boolean not null,
        undamaged boolean not null,
        paid boolean not null,
        recorded_at timestamptz not null,
        recorded_by text references account on delete set null
      )`,
    )
    .execute(db)
}
