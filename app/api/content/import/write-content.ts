import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import type { TextKind } from '#app/rules/text/content.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { fileVersions, readEdits } from './edits.ts'
import { putText, upsert } from './put-text.ts'
import type { Content } from './read-folder.ts'
import type { ReadText } from './render-text.ts'

/** The number of created, changed and unchanged texts. */
export interface WrittenCounts {
  created: number
  changed: number
  unchanged: number
  /** Texts that operators edited, which were not changed: `page/terms/fa`. */
  kept: string[]
}

type Row = Record<string, unknown>
type Options = { now: Date; overwrites: boolean }

/**
 * Updates the database's texts from the files, in the caller's transaction. Texts that are not among the files stay,
 * and so do operators' edits, unless it `overwrites`.
 */
export async function writeContent(tx: Kysely<DB>, content: Content, options: Options): Promise<WrittenCounts> {
  const { now, overwrites } = options
  const today = dateIn(HOME_ZONE, now)
  const counts: WrittenCounts = { created: 0, changed: 0, unchanged: 0, kept: [] }
  const edits = await readEdits(tx, { overwrites })
  const versions = await fileVersions(tx, now)
  const putTexts = async (kind: TextKind, slug: string, texts: readonly ReadText[]) => {
    for (const text of texts) {
      await versions.keep({ kind, slug, ...text })
      if (edits.has(kind, slug, text.language)) counts.kept.push(`${kind}/${slug}/${text.language}`)
      else counts[await putText(tx, { kind, slug, text, today })] += 1
    }
  }
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
      {
        published,
        updated: edits.latest('post', slug, updated),
        withdrawn,
        author,
        picture,
        former_slugs,
        tags,
        cities,
        categories,
      },
    )
    await putTexts('post', slug, texts)
  }
  for (const { slug, about, texts } of content.pages) {
    await put('page', { slug }, { ...about, updated: edits.latest('page', slug, about.updated) })
    await putTexts('page', slug, texts)
  }
  for (const { slug, about, texts } of content.help) {
    const { topic, order: position, related, asked_at, withdrawn } = about
    const entry = { topic, position, related, asked_at, withdrawn }
    await put('help_entry', { slug }, entry, { updated: today })
    await putTexts('help', slug, texts)
  }
  for (const { slug, texts } of content.cities) await putTexts('city', slug, texts)
  return counts
}

async function writeNames(tx: Kysely<DB>, { authors, tags }: Content) {
  for (const [key, { twitter = null, ...name }] of Object.entries(authors)) {
    await upsert(tx, 'post_author', { key: { key }, values: { name: JSON.stringify(name), twitter } })
  }
  for (const [position, [slug, name]] of Object.entries(tags).entries()) {
    await upsert(tx, 'post_tag', { key: { slug }, values: { name: JSON.stringify(name), position } })
  }
}

/** A post with a new slug is still the same: it keeps its number, votes and comments. */
async function renameFormer(tx: Kysely<DB>, slug: string, former: readonly string[]) {
  if (former.length === 0) return
  const known = await tx.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirst()
  if (known) return
  const names = [...former]
  await tx.updateTable('post').set({ slug }).where('slug', 'in', names).execute()
  for (const table of ['text_version', 'edited_text'] as const)
    await tx.updateTable(table).set({ slug }).where('kind', '=', 'post').where('slug', 'in', names).execute()
}
