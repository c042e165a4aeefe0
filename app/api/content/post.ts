import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { findPost } from './find-post.ts'
import { postCards, publishedPosts } from './post-cards.ts'
import { filler } from './shown-text.ts'
import { votesFor } from './vote.ts'

/** How many related posts are shown. Source: *ours*. */
const RELATED = 3

/** A post with its comments and related posts. Throws NOT_FOUND and WITHDRAWN. */
export const post = api.content.post.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const found = await findPost(db, input.slug, deps.now())
  const { id, tags, cities, categories } = found
  const [[card], related, near, votes, { count }] = await Promise.all([
    postCards([id], context),
    relatedTo({ id, tags, cities }, db, deps.now()),
    citiesNamed(db, cities, language),
    votesFor(db, id, person?.id),
    db
      .selectFrom('post_comment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('post_id', '=', id)
      .where('approved', '=', true)
      .executeTakeFirstOrThrow(),
  ])
  const { html } = await db
    .selectFrom('post_text')
    .select('html')
    .where('post_id', '=', id)
    .where('language', '=', card!.language)
    .executeTakeFirstOrThrow()
  return {
    ...card!,
    html: filler(deps.settings, card!.language).html(html),
    ...{ cities: near, categories, votes, comments: count },
    related: await postCards(related, context),
  }
})

async function relatedTo(
  { id, tags, cities }: { id: number; tags: string[]; cities: string[] },
  db: Kysely<DB>,
  now: Date,
): Promise<number[]> {
  const common = (column: string, values: string[]) =>
    sql<number>`cardinality(array(select unnest(${sql.ref(column)}) intersect select unnest(${values}::text[])))`
  const rows = await publishedPosts(db, now)
    .select('id')
    .where('id', '<>', id)
    .orderBy(sql`${common('tags', tags)} + 2 * ${common('cities', cities)}`, 'desc')
    .orderBy('published', 'desc')
    .limit(RELATED)
    .execute()
  return rows.map((row) => row.id)
}

async function citiesNamed(db: Kysely<DB>, slugs: string[], language: Language) {
  if (slugs.length === 0) return []
  const rows = await db
    .selectFrom('city')
    .select(['id', 'slug', ...CITY_NAMES])
    .where('slug', 'in', slugs)
    .execute()
  return rows
    .sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
    .map((row) => ({ id: row.id, slug: row.slug, name: nameOf(row, language) }))
}
