import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import type { TextKind } from '#app/rules/text/content.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** Waits until no other import or operator writes texts, and makes others wait until the transaction ends. */
export async function oneWriter(tx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content'))`.execute(tx)
}

/** The texts that operators edited, and when they last did so; none for an import that overwrites. */
export async function readEdits(tx: Kysely<DB>, { overwrites }: { overwrites: boolean }) {
  if (overwrites) await tx.deleteFrom('edited_text').execute()
  const rows = await tx.selectFrom('edited_text').select(['kind', 'slug', 'language', 'edited_at']).execute()
  const edited = new Set(rows.map(({ kind, slug, language }) => `${kind}/${slug}/${language}`))
  return {
    has: (kind: TextKind, slug: string, language: Language) => edited.has(`${kind}/${slug}/${language}`),
    /** The later of the file's date and that of the last edit. */
    latest: (kind: TextKind, slug: string, named: string) =>
      rows
        .filter((row) => row.kind === kind && row.slug === slug)
        .map(({ edited_at }) => dateIn(HOME_ZONE, edited_at))
        .reduce((latest, day) => (day > latest ? day : latest), named),
  }
}

type Written = {
  kind: TextKind
  slug: string
  language: Language
  title: string
  description: string
  body: string
}

/** Stores the Markdown of files, a version for each change. */
export async function fileVersions(tx: Kysely<DB>, now: Date) {
  const rows = await tx
    .selectFrom('text_version')
    .distinctOn(['kind', 'slug', 'language'])
    .select(['kind', 'slug', 'language', 'title', 'description', 'body'])
    .where('is_file', '=', true)
    .orderBy('kind')
    .orderBy('slug')
    .orderBy('language')
    .orderBy('id', 'desc')
    .execute()
  const latest = new Map(rows.map((row) => [`${row.kind}/${row.slug}/${row.language}`, row]))
  return {
    async keep({ kind, slug, language, title, description, ...written }: Written) {
      const body = written.body.trim()
      const before = latest.get(`${kind}/${slug}/${language}`)
      const isSame = before?.title === title && before.description === description && before.body === body
      if (isSame) return
      const version = { kind, slug, language, title, description, body, at: now, is_file: true }
      await tx.insertInto('text_version').values(version).execute()
    },
  }
}
