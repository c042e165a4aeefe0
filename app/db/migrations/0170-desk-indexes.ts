import { type Kysely, sql } from 'kysely'

/**
 * What a company's desk reads on every page: the few reservations that are still to come or under way, and the latest of
 * those that have ended; with 50,000 reservations each was a scan of all. Source: quality.md, pages of the desk.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create index reservation_company_open on reservation (company_id, start_at)
    where status in ('AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE')`,
  `create index reservation_company_ended on reservation (company_id, end_at desc, number desc)
    where status = 'COMPLETED'`,
]
