import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OLDEST_RELEASE, tooOld } from './too-old.ts'

/**
 * Says, in a step that takes something away, which step a release must know that may still run: the last one of the first release that did
 * without it. Source: docs/operations.md, "Migrations".
 */
export async function requireRelease<Schema>(db: Kysely<Schema>, knows: string): Promise<void> {
  await sql`
    insert into note (key, value) values (${OLDEST_RELEASE}, ${knows})
    on conflict (key) do update set value = greatest(note.value collate "C", excluded.value collate "C")`.execute(db)
}

/** The step that a release must know that runs on this database; undefined while any release may. */
export async function requiredStep<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows: tables } = await sql<{ is: boolean }>`select to_regclass('note') is not null as is`.execute(db)
  if (!tables[0]?.is) return undefined
  const { rows } = await sql<{ value: string }>`select value from note where key = ${OLDEST_RELEASE}`.execute(db)
  return rows[0]?.value
}

/** This release is older than the database allows: another start would change nothing. */
export class ReleaseTooOld extends Error {
  override name = 'ReleaseTooOld'
}

/**
 * Refuses a release to which a later one has taken away what it needs.
 * @param steps those that this release knows
 */
export async function guardRelease<Schema>(db: Kysely<Schema>, steps: Record<string, Migration>): Promise<void> {
  const last = Object.keys(steps).sort().at(-1) ?? ''
  const why = tooOld(await requiredStep(db), last)
  if (why) throw new ReleaseTooOld(why)
}
