import { publicName } from '#app/api/account/profile/public-name.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit, limitSubscriber } from '#app/api/call/limits.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { findPost } from './find-post.ts'
import { postCards } from './post-cards.ts'

/** Source: *ours*; the same as for comments on vehicles. */
const PER_PERSON = 5
const PER_ADDRESS = 20

/** Comments on a post: those in the reader's language first, then the others, oldest first, as in a conversation. */
export const comments = api.content.comments.handler(async ({ input, context: { deps, language } }) => {
  const { db } = deps
  const { slug, page, size } = input
  const { id } = await findPost(db, slug, deps.now())
  const approved = db.selectFrom('post_comment').where('post_id', '=', id).where('approved', '=', true)
  const { count, rows } = await pageRows(
    approved
      .select(['id', 'author', 'language', 'body', 'created_at'])
      .orderBy((eb) => eb('language', '=', language), 'desc')
      .orderBy('created_at')
      .orderBy('id'),
    { page, size },
  )
  return { count, results: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })) }
})

/** Stores a signed-in person's comment on a post until an operator approves it (§6, §7). */
export const comment = api.content.comment.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const found = await findPost(db, input.slug, deps.now())
  await limit(deps, `post comment ${person.id}`, PER_PERSON, HOUR_SECONDS)
  await limitSubscriber(context, 'post comment from', PER_ADDRESS, HOUR_SECONDS)
  const { id } = await db
    .insertInto('post_comment')
    .values({
      ...{ post_id: found.id, account_id: person.id, author: await publicName(db, person) },
      ...{ language, body: input.body, approved: false, created_at: deps.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, approved: false }
})

/** The comments on posts that wait for an operator, oldest first. Source: *ours*. */
export const waitingComments = api.content.waitingComments.handler(async ({ input: { page, size }, context }) => {
  const { db } = context.deps
  const waiting = db.selectFrom('post_comment').where('approved', '=', false)
  const { count, rows } = await pageRows(
    waiting.select(['id', 'post_id', 'author', 'language', 'body', 'created_at']).orderBy('created_at').orderBy('id'),
    { page, size },
  )
  const posts = await postCards([...new Set(rows.map(({ post_id }) => post_id))], context)
  const results = rows.map(({ post_id, created_at, ...row }) => {
    const { slug = '', title = '' } = posts.find(({ id }) => id === post_id) ?? {}
    return { ...row, post: { slug, title }, created_at: created_at.toISOString() }
  })
  return { count, results }
})

/** Approves a comment, or deletes it for good. Throws NOT_FOUND for one that is not waiting any more. */
export const judgeComment = api.content.judgeComment.handler(async ({ input: { id, approved }, context }) => {
  const { db, publish } = context.deps
  const judged = approved
    ? db
        .updateTable('post_comment')
        .set({ approved })
        .where('id', '=', id)
        .where('approved', '=', false)
        .returning('id')
    : db.deleteFrom('post_comment').where('id', '=', id).where('approved', '=', false).returning('id')
  if (!(await judged.executeTakeFirst())) throw errors.NOT_FOUND()
  if (approved) publish({ kind: 'pages' })
  return { id, approved }
})
