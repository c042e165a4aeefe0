import { type Kysely, sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { oneWriter } from '#app/api/content/import/edits.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { DRAFT_DAY } from '#app/rules/text/content.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { readText, writeText } from './text.ts'

/** Addresses of the blog and of pages that are no text. */
const RESERVED = { post: ['feed-xml', 'v', 'tag'], page: ['help', 'contact', 'complaints'] } as const

type Kind = 'post' | 'page'

/** Throws INVALID_FIELDS for a taken or reserved slug and for forbidden content. */
export const createText = api.operator.texts.create.handler(async ({ input, context: { deps, person } }) => {
  const { kind, slug, language, title, description, body } = input
  if ((RESERVED[kind] as readonly string[]).includes(slug)) throw invalidFields({ slug: ['slug_taken'] })
  const named = { kind, slug, language }
  await inTransaction(deps.db, async (tx) => {
    await oneWriter(tx)
    if (await isTaken(tx, kind, slug)) throw invalidFields({ slug: ['slug_taken'] })
    if (kind === 'page') {
      await tx
        .insertInto('page')
        .values({ slug, updated: dateIn(HOME_ZONE, deps.now()), published: DRAFT_DAY })
        .execute()
    } else {
      await tx
        .insertInto('post')
        .values({
          ...{ slug, published: DRAFT_DAY, updated: DRAFT_DAY, withdrawn: false, picture: null },
          ...{ author: await firstAuthor(tx), former_slugs: [], tags: [], cities: [], categories: [] },
        })
        .execute()
    }
    await writeText(deps, tx, { ...named, title, description, body, by: person.id })
  })
  return readText(deps, named)
})

/**
 * Publishes a text on a day, or makes it a draft again; a post gets its tags and cities, by which related ones are found. Throws
 * NOT_FOUND, INVALID_FIELDS for a tag or city that is unknown, and for a text that comes from a file, where the file decides.
 */
export const publishText = api.operator.texts.publish.handler(async ({ input, context: { deps } }) => {
  const { kind, slug, published, tags, cities } = input
  const day = published ?? DRAFT_DAY
  const today = dateIn(HOME_ZONE, deps.now())
  await inTransaction(deps.db, async (tx) => {
    await oneWriter(tx)
    const known = await tx.selectFrom(kind).select('slug').where('slug', '=', slug).forUpdate().executeTakeFirst()
    if (!known) throw errors.NOT_FOUND()
    if (await isOfFile(tx, kind, slug)) throw invalidFields({ published: ['text_of_file'] })
    if (kind === 'page') {
      await tx.updateTable('page').set({ published: day, updated: today }).where('slug', '=', slug).execute()
      return
    }
    await guardNames(tx, { tags, cities })
    const updated = day > today ? day : today
    await tx.updateTable('post').set({ published: day, updated, tags, cities }).where('slug', '=', slug).execute()
  })
  deps.publish({ kind: 'pages' })
  return { kind, slug, published: published ?? null }
})

async function isTaken(tx: Tx, kind: Kind, slug: string): Promise<boolean> {
  const found =
    kind === 'page'
      ? await tx.selectFrom('page').select('slug').where('slug', '=', slug).executeTakeFirst()
      : await tx
          .selectFrom('post')
          .select('slug')
          .where(({ or, eb }) => or([eb('slug', '=', slug), sql<boolean>`${slug} = any(former_slugs)`]))
          .executeTakeFirst()
  return found !== undefined
}

/** Whether an import wrote it: the next one would undo what operators decide about its day. */
export async function isOfFile(tx: Kysely<DB>, kind: Kind, slug: string): Promise<boolean> {
  const file = await tx
    .selectFrom('text_version')
    .select('id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('is_file', '=', true)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

async function guardNames(tx: Tx, { tags, cities }: { tags: string[]; cities: string[] }): Promise<void> {
  const [knownTags, knownCities] = await Promise.all([
    tx
      .selectFrom('post_tag')
      .select('slug')
      .where('slug', 'in', [...tags, ''])
      .execute(),
    tx
      .selectFrom('city')
      .select('slug')
      .where('slug', 'in', [...cities, ''])
      .execute(),
  ])
  if (knownTags.length !== new Set(tags).size) throw invalidFields({ tags: ['invalid'] })
  if (knownCities.length !== new Set(cities).size) throw invalidFields({ cities: ['invalid'] })
}

async function firstAuthor(tx: Tx): Promise<string> {
  const { key } = await tx.selectFrom('post_author').select('key').orderBy('key').limit(1).executeTakeFirstOrThrow()
  return key
}
