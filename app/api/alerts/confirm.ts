import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { idOfToken, isMailLinkToken } from '#app/api/call/mail-link.ts'
import { mayConfirm } from '#app/rules/search/price-alert.ts'

/** Throws NOT_FOUND for a link that is invalid or too old, and for an alert that has ended. */
export const confirm = api.alerts.confirm.handler(async ({ input: { token }, context: { deps } }) => {
  const now = deps.now()
  const id = idOfToken(token)
  if (!isMailLinkToken(deps, token, id, 'confirmAlert')) throw errors.NOT_FOUND()
  const row = await deps.db
    .selectFrom('price_alert')
    .select(['requested_at', 'confirmed_at'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  if (!row || (row.confirmed_at === null && !mayConfirm(row.requested_at, now))) throw errors.NOT_FOUND()
  await deps.db
    .updateTable('price_alert')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  return { confirmed: true }
})
