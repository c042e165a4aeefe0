import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { idOfToken, isMailLinkToken } from '#app/api/call/mail-link.ts'

/**
 * Ends all alerts that go to the address of the e-mail with this link: those of a mailbox, or of an account's own
 * address. Throws NOT_FOUND for an invalid token.
 */
export const stop = api.alerts.stop.handler(async ({ input: { token }, context: { deps } }) => {
  const id = idOfToken(token)
  if (!isMailLinkToken(deps, token, id, 'stopAlerts')) throw errors.NOT_FOUND()
  const row = await deps.db
    .selectFrom('price_alert')
    .select(['account_id', 'mailbox'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return { ended: true }
  const { account_id, mailbox } = row
  await deps.db
    .updateTable('price_alert')
    .set({ ended_at: deps.now(), ended: 'STOPPED' })
    .where('ended_at', 'is', null)
    .where((of) =>
      mailbox === null
        ? of.and([of('account_id', '=', account_id), of('mailbox', 'is', null), of('way', '=', 'EMAIL')])
        : of('mailbox', '=', mailbox),
    )
    .execute()
  return { ended: true }
})
