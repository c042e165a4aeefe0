import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { idOfToken, isMailLinkToken } from '#app/api/call/mail-link.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

/** How long a request can be confirmed. Source: *ours*. */
const GOOD_MS = 48 * HOUR_MS

/** Throws NOT_FOUND for a link that has expired or is invalid. */
export const confirm = api.newsletter.confirm.handler(async ({ input: { token }, context: { deps } }) => {
  const now = deps.now()
  const row = await deps.db
    .selectFrom('newsletter_subscription')
    .select(['id', 'requested_at'])
    .where('id', '=', idOfToken(token))
    .executeTakeFirst()
  if (!row || !isMailLinkToken(deps, token, row.id, 'confirm')) throw errors.NOT_FOUND()
  if (now.getTime() - row.requested_at.getTime() > GOOD_MS) throw errors.NOT_FOUND()
  await deps.db
    .updateTable('newsletter_subscription')
    .set({ confirmed_at: now, ended_at: null })
    .where('id', '=', row.id)
    // Ended after the last request: an old link does not restart it.
    .where((of) => of.or([of('ended_at', 'is', null), of('ended_at', '<=', row.requested_at)]))
    .execute()
  return { confirmed: true }
})
