import { api } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { publishedPages, publishedPosts } from './post-cards.ts'

/** Every published text, with the date of its latest change. */
export const index = api.content.index.handler(async ({ context: { deps } }) => {
  const { db } = deps
  const [posts, pages, help, cities] = await Promise.all([
    publishedPosts(db, deps.now()).select(['slug', 'updated']).orderBy('published', 'desc').execute(),
    publishedPages(db, deps.now()).select(['slug', 'updated']).orderBy('slug').execute(),
    db
      .selectFrom('help_entry')
      .select(['slug', 'updated'])
      .where('withdrawn', '=', false)
      .orderBy('position')
      .orderBy('slug')
      .execute(),
    db
      .selectFrom('city_text')
      .select(['slug', ({ fn }) => fn.max('updated').as('updated')])
      .groupBy('slug')
      .orderBy('slug')
      .execute(),
  ])
  const all = { POST: posts, PAGE: pages, HELP: help, CITY: cities }
  return wholeList(
    (Object.keys(all) as (keyof typeof all)[]).flatMap((kind) => all[kind].map((text) => ({ kind, ...text }))),
  )
})
