import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { postCards, publishedPosts } from './post-cards.ts'
import { wordMatches } from './word-matches.ts'

/** Published posts, latest first, or those that match a search. */
export const posts = api.content.posts.handler(async ({ input, context: { deps, language } }) => {
  const { page, size, tag, city, search } = input
  const matches = search.trim() ? wordMatches(search, 'post_text') : undefined
  const chosen = publishedPosts(deps.db, deps.now())
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`${tag} = any(tags)`))
    .$if(city !== undefined, (query) => query.where(sql<boolean>`${city} = any(cities)`))
    .$if(matches !== undefined, (query) =>
      query.where('id', 'in', ({ selectFrom }) =>
        selectFrom('post_text')
          .select('post_id')
          .where(matches?.isMatch ?? sql<boolean>`false`),
      ),
    )
  const { count, rows } = await pageRows(chosen.select('id').orderBy('published', 'desc').orderBy('id', 'desc'), {
    page,
    size,
  })
  const ids = rows.map(({ id }) => id)
  return { count, results: await postCards(ids, { language, deps }) }
})

/** The tags of posts, in the order of their file. */
export const tags = api.content.tags.handler(async ({ context: { deps, language } }) => {
  const counted = await publishedPosts(deps.db, deps.now())
    .select([sql<string>`unnest(tags)`.as('tag'), sql<number>`count(*)`.as('count')])
    .groupBy('tag')
    .execute()
  const counts = new Map(counted.map(({ tag, count }) => [tag, count]))
  const rows = await deps.db.selectFrom('post_tag').select(['slug', 'name']).orderBy('position').execute()
  return wholeList(
    rows.flatMap(({ slug, name }) => {
      const count = counts.get(slug)
      return count ? { slug, name: name[language], count } : []
    }),
  )
})
