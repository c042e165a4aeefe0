import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/schema.ts'
import { takeQuestions } from './city-questions.ts'
import type { Content, ReadText } from './read-folder.ts'

/** What became of the files' texts. */
export interface WrittenCounts {
  created: number
  changed: number
  unchanged: number
}

type Row = Record<string, unknown>

/** Words a minute, of a calm reader (*ours*). */
const READING_PACE = 200

/**
 * Brings the database's texts up to date with those of the files, in the transaction of the caller. What is not among the
 * files stays. `today`: when what has changed and names no day did so.
 */
export async function writeContent(tx: Kysely<DB>, content: Content, today: string): Promise<WrittenCounts> {
  const counts: WrittenCounts = { created: 0, changed: 0, unchanged: 0 }
  const put = async (table: keyof DB, key: Row, values: Row, whenChanged: Row = {}) => {
    counts[await upsert(tx, table, { key, values, whenChanged })] += 1
  }
  await writeNames(tx, content)
  for (const { slug, about, texts } of content.posts) {
    const { published, updated = published, former_slugs, ...facts } = about
    await renameFormer(tx, slug, former_slugs)
    const { withdrawn, author, picture = null, tags, cities, categories } = facts
    await put(
      'post',
      { slug },
      { published, updated, withdrawn, author, picture, former_slugs, tags, cities, categories },
    )
    const { id } = await tx.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    for (const text of texts) {
      const minutes = Math.max(1, Math.round(text.text.split(/\s+/).length / READING_PACE))
      await put('post_text', { post_id: id, language: text.language }, { ...shown(text), minutes, search: text.search })
    }
  }
  for (const { slug, about, texts } of content.pages) {
    await put('page', { slug }, about)
    for (const text of texts) {
      const headings = JSON.stringify(text.headings)
      await put('page_text', { slug, language: text.language }, { ...shown(text), headings })
    }
  }
  for (const { slug, about, texts } of content.help) {
    const { topic, order: position, related, asked_at, withdrawn } = about
    const entry = { topic, position, related, asked_at, withdrawn }
    await put('help_entry', { slug }, entry, { updated: today })
    const { id } = await tx.selectFrom('help_entry').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    for (const text of texts) {
      const before = counts.unchanged
      const values = { ...shown(text), answer: text.lead, search: text.search }
      await put('help_text', { entry_id: id, language: text.language }, values)
      if (counts.unchanged > before) continue
      await tx.updateTable('help_entry').set({ updated: today }).where('id', '=', id).execute()
    }
  }
  for (const { slug, texts } of content.cities) {
    for (const text of texts) {
      const { html, questions } = takeQuestions(text.html)
      const values = { ...shown(text), html, questions: JSON.stringify(questions) }
      await put('city_text', { slug, language: text.language }, values, { updated: today })
    }
  }
  return counts
}

const shown = ({ title, description, html }: ReadText) => ({ title, description, html })

async function writeNames(tx: Kysely<DB>, { authors, tags }: Content) {
  for (const [key, { twitter = null, ...name }] of Object.entries(authors)) {
    await upsert(tx, 'post_author', { key: { key }, values: { name: JSON.stringify(name), twitter } })
  }
  for (const [position, [slug, name]] of Object.entries(tags).entries()) {
    await upsert(tx, 'post_tag', { key: { slug }, values: { name: JSON.stringify(name), position } })
  }
}

/** A post that has another slug now is still the same: with its number, votes and comments. */
async function renameFormer(tx: Kysely<DB>, slug: string, former: readonly string[]) {
  if (former.length === 0) return
  const known = await tx.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!known)
    await tx
      .updateTable('post')
      .set({ slug })
      .where('slug', 'in', [...former])
      .execute()
}

/** Inserts a row or changes the one of this key, if anything of it differs. */
async function upsert(
  tx: Kysely<DB>,
  table: keyof DB,
  { key, values, whenChanged = {} }: { key: Row; values: Row; whenChanged?: Row },
): Promise<keyof WrittenCounts> {
  const all = { ...key, ...values, ...whenChanged }
  const refs = (row: Row) => sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const own = (row: Row) => sql.join(Object.keys(row).map((name) => sql.ref(`${table}.${name}`)))
  const given = (row: Row) => sql.join(Object.keys(row).map((name) => sql`excluded.${sql.ref(name)}`))
  const assignments: RawBuilder<unknown>[] = Object.keys({ ...values, ...whenChanged }).map(
    (name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`,
  )
  const { rows } = await sql<{ created: boolean }>`
    insert into ${sql.table(table)} (${refs(all)}) values (${sql.join(Object.values(all))})
    on conflict (${refs(key)}) do update set ${sql.join(assignments)}
    where (${own(values)}) is distinct from (${given(values)})
    returning xmax = 0 as created`.execute(tx)
  if (!rows[0]) return 'unchanged'
  return rows[0].created ? 'created' : 'changed'
}
