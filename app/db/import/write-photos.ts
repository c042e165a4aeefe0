import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { Vehicle } from './vehicle.ts'

/** The prefix of an imported picture's source; its path follows. Other pictures are left alone. */
export const IMPORTED = 'file:'

/**
 * Gives each vehicle the pictures of its row: new ones wait for their job, those no longer named are deleted. Returns the
 * vehicles that this changed and the pictures that wait.
 */
export async function writePhotos(tx: Kysely<DB>, companyId: number, vehicles: readonly Vehicle[]) {
  const wanted = vehicles.flatMap(({ columns: { reference }, pictures }) =>
    (pictures ?? []).map((path, position) => ({ reference, source: IMPORTED + path, position })),
  )
  const owners = vehicles.filter(({ pictures }) => pictures).map(({ columns: { reference } }) => reference)
  if (owners.length === 0) return { references: [], waiting: [] }
  const { rows: removed } = await sql<{ reference: string }>`
    delete from ad_photo using ad
    where ad.id = ad_id and company_id = ${companyId} and reference = any(${owners}) and starts_with(source, ${IMPORTED})
      and not exists (
        select from json_to_recordset(${JSON.stringify(wanted)}) as want (reference text, source text)
        where want.reference = ad.reference and want.source = ad_photo.source)
    returning reference`.execute(tx)
  const { rows: written } = await sql<{ id: number; reference: string; created: boolean }>`
    with want as (
      select * from json_to_recordset(${JSON.stringify(wanted)}) as want (reference text, source text, position int)
    ), kept as (
      insert into ad_photo as photo (ad_id, position, source)
      select ad.id, want.position, want.source from want join ad using (reference) where company_id = ${companyId}
      on conflict (ad_id, source) do update set position = excluded.position where photo.position <> excluded.position
      returning id, ad_id, xmax = 0 as created
    )
    select kept.id, reference, created from kept join ad on ad.id = ad_id`.execute(tx)
  return {
    references: [...removed, ...written].map(({ reference }) => reference),
    waiting: written.filter(({ created }) => created).map(({ id }) => id),
  }
}
