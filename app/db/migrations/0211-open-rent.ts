import { type Kysely, sql } from 'kysely'

/**
 * Rentals that were closed before all of their rent was collected: why, and what became of the rest if it was given up. What
 * is collected later stands in `desk_money` as ever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table open_rent (
    reservation_id text primary key references reservation on delete cascade,
    reason text not null check (length(reason) between 1 and 500),
    account_id text references account on delete set null,
    at timestamptz not null,
    written_off bigint check (written_off > 0),
    written_off_reason text check (length(written_off_reason) between 1 and 500),
    written_off_by text references account on delete set null,
    written_off_at timestamptz,
    check ((written_off is null) = (written_off_at is null) and (written_off is null) = (written_off_reason is null))
  )`,
  `select audit_table('open_rent')`,
]
