import { type Kysely, sql } from 'kysely'

/**
 * Whether the national id and the mobile number of a reservation belong together, as an inquiry service has said with the traveller's
 * consent: the verdict and the time, nothing else of the answer. The digest says for which id and number, so that it does not follow a
 * corrected phone. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_check (
      reservation_id text primary key references reservation on delete cascade,
      verdict text not null check (verdict in ('SAME', 'NOT_SAME', 'SILENT')),
      asked_at timestamptz not null,
      valid_until date,
      digest text not null check (length(digest) = 64),
      check ((verdict = 'SAME') = (valid_until is not null))
    )`.execute(db)
  await sql`create index identity_check_digest on identity_check (digest) where verdict = 'SAME'`.execute(db)
}
