import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { writtenColumns } from '#app/db/import/written-columns.ts'

/** One of the company's imports. Throws NOT_FOUND. */
export async function importOf(db: Kysely<DB>, { company, id }: { company: number; id: number }) {
  const found = await db
    .selectFrom('fleet_import')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', company)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

interface Of {
  company: number
  id: number
}

/** Keeps the company's vehicles as they are before the import. */
export async function keepBefore(tx: Tx, { company, id }: Of): Promise<void> {
  await sql`
    insert into fleet_import_vehicle (import_id, ad_id, before, after)
    select ${id}, ad.id, columns, columns from ad, lateral (select ${writtenColumns('ad')} as columns) c
    where ad.company_id = ${company}`.execute(tx)
}

/** Keeps those that it created or changed, and drops the others. */
export async function keepAfter(tx: Tx, { company, id }: Of): Promise<void> {
  await sql`
    insert into fleet_import_vehicle (import_id, ad_id, after)
    select ${id}, ad.id, ${writtenColumns('ad')} from ad where ad.company_id = ${company}
    on conflict (import_id, ad_id) do update set after = excluded.after`.execute(tx)
  await sql`delete from fleet_import_vehicle where import_id = ${id} and before = after`.execute(tx)
}
