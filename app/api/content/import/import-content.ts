import type { Kysely } from 'kysely'
import { NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ContentError } from './content-error.ts'
import { oneWriter } from './edits.ts'
import { readContentFolder } from './read-folder.ts'
import { type WrittenCounts, writeContent } from './write-content.ts'

export interface ContentReport {
  /** Undefined if there are errors. */
  counts: WrittenCounts | undefined
  errors: ContentError[]
  warnings: ContentError[]
}

type Import = { db: Kysely<DB>; folder: string; name: string; now: Date; overwrites?: boolean }

const NOTE = 'content'

/**
 * Imports a folder of content in one transaction; nothing if any file is invalid. A repeated import changes only what
 * differs. Source: *ours*.
 * @param name the folder's name in messages
 * @param overwrites also what an operator has edited since
 */
export async function importContent({ db, folder, name, now, overwrites = false }: Import): Promise<ContentReport> {
  const cities = await db
    .selectFrom('city')
    .select(['slug', ...NAMES])
    .execute()
  const { content, errors, warnings } = readContentFolder(folder, name, cities)
  if (errors.length > 0) return { counts: undefined, errors, warnings }
  const counts = await db.transaction().execute(async (tx) => {
    await oneWriter(tx)
    const written = await writeContent(tx, content, { now, overwrites })
    const value = now.toISOString()
    await tx
      .insertInto('note')
      .values({ key: NOTE, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return written
  })
  return { counts, errors, warnings }
}

/** The same for a database that never had any content; a database with content is left alone. */
export async function importContentOnce(options: Import): Promise<ContentReport | undefined> {
  const before = await options.db.selectFrom('note').select('key').where('key', '=', NOTE).executeTakeFirst()
  return before ? undefined : importContent(options)
}
