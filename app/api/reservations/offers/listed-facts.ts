import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

export type ListedFacts = Awaited<ReturnType<typeof readFacts>>[number]

/** What offers say about vehicles beside their cards and bills, by the vehicle's number. Prices are in the company's currency. */
export async function readListedFacts(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, ListedFacts>> {
  return new Map((await readFacts(db, ids)).map((facts) => [facts.id, facts]))
}

function readFacts(db: Kysely<DB>, ids: readonly number[]) {
  return db
    .selectFrom('ad')
    .select(['id', 'engine_cc', 'properties', 'acriss', 'min_licence_years'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
}
