import { type Kysely, sql } from 'kysely'

/** Who last chose to pay a reservation, or a change of one, with their wallet; null while nobody does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['reservation', 'reservation_change']) {
    const column = 'wallet_chosen_by text references account on delete set null'
    await sql.raw(`alter table ${table} add column ${column}`).execute(db)
    // An account that is deleted is looked for here; few reservations have one.
    await sql
      .raw(`create index ${table}_wallet_chosen_by on ${table} (wallet_chosen_by) where wallet_chosen_by is not null`)
      .execute(db)
  }
}
