import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { filler, textFor } from './shown-text.ts'

type Shown = { language: Language; deps: Pick<Deps, 'db' | 'now' | 'settings'> }

/** The public posts: those that are published, have a text and were not withdrawn. */
export function publishedPosts(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('post')
    .where('withdrawn', '=', false)
    .where('published', '<=', dateIn(HOME_ZONE, now))
    .where(hasText)
}

/** The public pages: those that are published and were not withdrawn. */
export function publishedPages(db: Kysely<DB>, now: Date) {
  return db.selectFrom('page').where('withdrawn', '=', false).where('published', '<=', dateIn(HOME_ZONE, now))
}

/** Whether a post has a text in any language. */
export function hasText({ exists, selectFrom }: ExpressionBuilder<DB, 'post'>) {
  return exists(selectFrom('post_text').select('language').whereRef('post_id', '=', 'post.id'))
}

/** Posts as lists show them, in the order of the given ids. */
export async function postCards(ids: readonly number[], { language, deps: { db, settings } }: Shown) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('post')
    .innerJoin('post_text', 'post_text.post_id', 'post.id')
    .innerJoin('post_author', 'post_author.key', 'post.author')
    .select(['id', 'slug', 'picture', 'picture_alt', 'published', 'updated', 'tags'])
    .select(['post_author.key as author_id', 'post_author.name as author', 'twitter'])
    .select(['language', 'title', 'description', 'minutes'])
    .where('id', 'in', ids)
    .execute()
  const names = await tagNames(db, language)
  const cards = rows.length === 0 ? [] : [...Map.groupBy(rows, ({ id }) => id).values()]
  return cards
    .flatMap((texts) => textFor(texts, language) ?? [])
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ tags, author, twitter, title, description, picture_alt, ...card }) => {
      const fill = filler(settings, card.language)
      return {
        ...card,
        picture_alt: picture_alt?.[language] ?? picture_alt?.[card.language] ?? null,
        title: fill.text(title),
        description: fill.text(description),
        author: author[language],
        author_url: profileUrl(twitter),
        tags: tags.flatMap((slug) => (names.has(slug) ? { slug, name: names.get(slug)! } : [])),
      }
    })
}

async function tagNames(db: Kysely<DB>, language: Language): Promise<Map<string, string>> {
  const rows = await db.selectFrom('post_tag').select(['slug', 'name']).execute()
  return new Map(rows.map(({ slug, name }) => [slug, name[language]]))
}

/** The address of the profile with this name on X. */
export function profileUrl(twitter: string | null): string | null {
  return twitter && `https://x.com/${twitter}`
}
