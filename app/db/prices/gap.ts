import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/**
 * The gap after each rental of a vehicle, in minutes: its own, otherwise its company's. Takes the names of `ad` and `company` in
 * the query. Source: decisions.md, "Renting"; a vehicle's own gap is *ours*.
 */
export function gapOf(ad = 'ad', company = 'company'): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref(`${ad}.gap_minutes`)}, ${sql.ref(`${company}.turnaround_minutes`)})`
}

/** The gap after each rental of one vehicle, in minutes. Throws if there is no such vehicle. */
export async function gapOfVehicle(db: Kysely<DB>, ad: number): Promise<number> {
  const { gap } = await db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(gapOf().as('gap'))
    .where('ad.id', '=', ad)
    .executeTakeFirstOrThrow()
  return gap
}
