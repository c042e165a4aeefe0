import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { FIRST_SCORE } from '#app/db/prices/first-score.ts'
import { adSearchText } from '../ad-search-text.ts'
import type { NewNames } from './new-names.ts'
import type { Vehicle, VehicleColumns } from './vehicle.ts'
import { writePhotos } from './write-photos.ts'

export type BatchResult = { created: number; changed: number; photos: number[] }

/**
 * Writes vehicles of a company: new ones, and those whose columns or pictures differ from the stored ones. Listings that are
 * retired or were taken down stay unchanged.
 */
export async function writeBatch(
  tx: Kysely<DB>,
  vehicles: readonly Vehicle[],
  { companyId, names }: { companyId: number; names: NewNames },
): Promise<BatchResult> {
  await names.make(vehicles)
  const rows: VehicleColumns[] = vehicles.map(({ columns, brand, model, trim, type }) => ({
    ...columns,
    model_id: names.modelId(brand, model),
    trim_id: trim && names.trimId(brand, model, trim),
    search: adSearchText({ brand, model, trim, type, year: columns.year }),
  }))
  const [first] = rows
  if (!first) return { created: 0, changed: 0, photos: [] }
  const columns = Object.keys(first)
  const list = sql.join(columns.map((name) => sql.ref(name)))
  const qualified = (table: string) => sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))
  const { rows: written } = await sql<{ reference: string; created: boolean }>`
    insert into ad (company_id, score, ${list})
    select ${companyId}, ${FIRST_SCORE}, ${list} from json_populate_recordset(null::ad, ${JSON.stringify(rows)})
    on conflict (company_id, reference) do update set (${list}) = row(${qualified('excluded')})
      where (${qualified('ad')}) is distinct from (${qualified('excluded')}) and ad.status in (0, 1)
    returning reference, xmax = 0 as created`.execute(tx)

  const changed = new Set(written.filter(({ created }) => !created).map(({ reference }) => reference))
  const created = written.length - changed.size
  const fresh = new Set(written.filter((row) => row.created).map(({ reference }) => reference))
  const photos = await writePhotos(tx, companyId, vehicles)
  for (const reference of photos.references) if (!fresh.has(reference)) changed.add(reference)
  return { created, changed: changed.size, photos: photos.waiting }
}
