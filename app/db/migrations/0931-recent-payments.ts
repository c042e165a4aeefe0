import { type Kysely, sql } from 'kysely'

/** The status page asks for what became of the payments of the last hour. Source: issue 21, D. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists payment_decided on payment (created_at) where status in ('PAID', 'FAILED')`.execute(
    db,
  )
}
