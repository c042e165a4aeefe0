import { type Kysely, sql } from 'kysely'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import { type ColumnCount, type FacetCounts, facetCounts } from './facets.ts'

/** The values that vehicles on offer have, units of one group counted once: by filter, and where they are offered. */
export type OfferedValues = { counts: FacetCounts; categories: number[]; cities: number[] }

const KEEP_SECONDS = 30
const FILTER_COLUMNS = [...new Set(Object.values(SEARCH_FILTERS).map(({ column }) => column))].filter(
  (column) => column !== 'properties',
)

/** What vehicles of a category, or of all, have; at most half a minute old. */
export function offeredValues(db: Kysely<DB>, category: number | undefined): Promise<OfferedValues> {
  return byCategory(db, JSON.stringify(category ?? null))
}

const byCategory = remember(KEEP_SECONDS, (db, key) => readOfferedValues(db, JSON.parse(key)))

async function readOfferedValues(db: Kysely<DB>, category: number | null): Promise<OfferedValues> {
  const columns = [...FILTER_COLUMNS, 'category', 'city_id']
  const names = columns.map((column) => sql`when grouping(${sql.ref(column)}) = 0 then ${sql.lit(column)}`)
  const values = columns.map((column) => sql`${sql.ref(column)}::text`)
  const units = sql`select distinct on (unit_group) ${sql.join([...columns, 'properties'].map((column) => sql.ref(column)))} from ad
    where status = ${OFFERED_LITERAL} ${category === null ? sql`` : sql`and category = ${category}`}`
  const { rows } = await sql<{ col: string; value: string | null; n: number }>`
    select case ${sql.join(names, sql` `)} end as col, coalesce(${sql.join(values)}) as value, count(*) as n
    from (${units}) unit
    group by grouping sets (${sql.join(columns.map((column) => sql`(${sql.ref(column)})`))})
    union all
    select 'properties', property, count(*) from (${units}) unit, unnest(properties) as property group by property`.execute(
    db,
  )
  const found = rows.flatMap(({ col, value, n }): ColumnCount[] => (value === null ? [] : [[col, value, 0, n]]))
  const idsIn = (column: string) => found.filter(([col]) => col === column).map(([, value]) => Number(value))
  return { counts: facetCounts(found), categories: idsIn('category'), cities: idsIn('city_id') }
}
