import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { TextKind } from '#app/rules/text/content.ts'
import { takeQuestions } from './city-questions.ts'
import type { ReadText } from './render-text.ts'

type Row = Record<string, unknown>
export type Outcome = 'created' | 'changed' | 'unchanged'

/** Words per minute of a calm reader (*ours*). */
const READING_PACE = 200

/**
 * Replaces a text in one language, for readers, lists and the search. Its page, post or help entry exists. `today`: the
 * date of the change for texts without a date of their own.
 */
export async function putText(
  tx: Kysely<DB>,
  { kind, slug, text, today }: { kind: TextKind; slug: string; text: ReadText; today: string },
): Promise<Outcome> {
  const { language, title, description, html, search } = text
  const shown = { title, description, html }
  if (kind === 'page') {
    const values = { ...shown, headings: JSON.stringify(text.headings) }
    return upsert(tx, 'page_text', { key: { slug, language }, values })
  }
  if (kind === 'post') {
    const { id } = await tx.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    const minutes = Math.max(1, Math.round(text.text.split(/\s+/).length / READING_PACE))
    return upsert(tx, 'post_text', { key: { post_id: id, language }, values: { ...shown, minutes, search } })
  }
  if (kind === 'help') {
    const { id } = await tx.selectFrom('help_entry').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    const values = { ...shown, answer: text.lead, search }
    const outcome = await upsert(tx, 'help_text', { key: { entry_id: id, language }, values })
    if (outcome !== 'unchanged')
      await tx.updateTable('help_entry').set({ updated: today }).where('id', '=', id).execute()
    return outcome
  }
  const { html: text_html, questions } = takeQuestions(html)
  const values = { ...shown, html: text_html, questions: JSON.stringify(questions) }
  return upsert(tx, 'city_text', { key: { slug, language }, values, whenChanged: { updated: today } })
}

/** Inserts a row, or updates the one with this key if anything differs. */
export async function upsert(
  tx: Kysely<DB>,
  table: keyof DB,
  { key, values, whenChanged = {} }: { key: Row; values: Row; whenChanged?: Row },
): Promise<Outcome> {
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
