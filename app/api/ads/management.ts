import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'

/** The comments that wait for an operator, oldest first (*ours*; decisions.md, "Renting"). */
export const waitingComments = api.ads.waitingComments.handler(async ({ input: { page, size }, context }) => {
  const { db } = context.deps
  const waiting = db.selectFrom('ad_comment').where('approved', '=', false)
  const { count, rows } = await pageRows(
    waiting
      .select(['id', 'ad_id', 'author', 'language', 'body', 'score', 'created_at'])
      .orderBy('created_at')
      .orderBy('id'),
    { page, size },
  )
  const results = rows.map(({ ad_id, created_at, ...row }) => ({
    ...row,
    ad: ad_id,
    created_at: created_at.toISOString(),
  }))
  return { count, results }
})

/** Approves a comment, or deletes it for good. Throws NOT_FOUND for one that is not waiting any more. */
export const judgeComment = api.ads.judgeComment.handler(async ({ input: { id, approved }, context }) => {
  const { db, publish } = context.deps
  const judged = approved
    ? db.updateTable('ad_comment').set({ approved }).where('id', '=', id).where('approved', '=', false).returning('id')
    : db.deleteFrom('ad_comment').where('id', '=', id).where('approved', '=', false).returning('id')
  if (!(await judged.executeTakeFirst())) throw errors.NOT_FOUND()
  if (approved) publish({ kind: 'pages' })
  return { id, approved }
})
