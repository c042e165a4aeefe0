import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { idOfToken, isMailLinkToken } from '#app/api/call/mail-link.ts'

/**
 * Ends a subscription by the link in one of its e-mails; the address is deleted a month later. Throws NOT_FOUND for an
 * invalid token.
 */
export const unsubscribe = api.newsletter.unsubscribe.handler(async ({ input: { token }, context: { deps } }) => {
  const id = idOfToken(token)
  if (!isMailLinkToken(deps, token, id, 'unsubscribe')) throw errors.NOT_FOUND()
  await deps.db
    .updateTable('newsletter_subscription')
    .set({ ended_at: deps.now() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  return { ended: true }
})
