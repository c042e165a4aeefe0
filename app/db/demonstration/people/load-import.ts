import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { writtenColumns } from '#app/db/import/written-columns.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

const COMPANY = 12

/** Loads the import by which the demonstration's agency added its two new cars, as its import page lists it. It can be undone. */
export async function loadImport(tx: Kysely<DB>, now: Date): Promise<void> {
  const at = new Date(now.getTime() - DAY_MS)
  const { id } = await tx
    .insertInto('fleet_import')
    .values({ company_id: COMPANY, name: 'new-cars.csv', created_at: at, applied_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into fleet_import_vehicle (import_id, ad_id, after)
    select ${id}, ad.id, ${writtenColumns('ad')} from ad where ad.company_id = ${COMPANY} and ad.alike is not null`.execute(
    tx,
  )
}
