import { api } from '#app/api/call/context.ts'
import { profileUrl, publishedPosts } from './post-cards.ts'

/** An author of the blog (§7, `/twitter/profile/{id}/`). Throws NOT_FOUND. */
export const author = api.content.author.handler(async ({ input: { id }, context: { deps, language }, errors }) => {
  const { db } = deps
  const [found, { posts }] = await Promise.all([
    db.selectFrom('post_author').select(['key', 'name', 'twitter']).where('key', '=', id).executeTakeFirst(),
    publishedPosts(db, deps.now())
      .select(({ fn }) => fn.countAll<number>().as('posts'))
      .where('author', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  if (!found) throw errors.NOT_FOUND()
  return { id: found.key, name: found.name[language], twitter: found.twitter, url: profileUrl(found.twitter), posts }
})
