import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { COMPANY_TAGS_MAX, spelledAs } from '#app/rules/fleet/vehicle-tags.ts'

/** The tags of a company's vehicles, or of some of them, each with the number of its vehicles; by name. */
export async function tagsOf(
  db: Kysely<DB>,
  { company, ids }: { company: number; ids?: readonly number[] | undefined },
) {
  const { rows } = await sql<{ tag: string; vehicles: number }>`
    select tag, count(*)::int as vehicles from vehicle_details d join ad on ad.id = d.id, unnest(d.tags) as tag
    where ad.company_id = ${company} and (${ids === undefined} or ad.id = any(${ids ?? []}::int[]))
    group by tag order by tag`.execute(db)
  return rows
}

/**
 * The tags in the company's spelling, which no simultaneous change makes a second one of. Lock the vehicles before. Throws INVALID_FIELDS
 * if the company would have too many different ones.
 */
export async function ownTags(
  tx: Tx,
  { company, tags, field }: { company: number; tags: readonly string[]; field: string },
): Promise<string[]> {
  if (tags.length === 0) return []
  await oneByOne(tx, `tags ${company}`)
  const known = (await tagsOf(tx, { company })).map(({ tag }) => tag)
  const spelled = spelledAs(known, tags)
  if (new Set([...known, ...spelled]).size > Math.max(COMPANY_TAGS_MAX, known.length))
    throw invalidFields({ [field]: ['too_many_company_tags'] }, { [field]: { n: COMPANY_TAGS_MAX } })
  return spelled
}

/** Whether a vehicle has the tag, in whatever case. */
export function hasTag(tag: string) {
  return sql<boolean>`exists (select from vehicle_details d, unnest(d.tags) as own
    where d.id = ad.id and lower(own) = lower(${tag}))`
}
