import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { accountOfUnsubscribeToken } from './unsubscribe-token.ts'

/**
 * Ends all news to the person of an e-mail's token: discounts and news by e-mail, and every topic. Source: RFC 8058.
 * Throws NOT_FOUND for an invalid token, or one of a deleted account.
 */
export const unsubscribeNews = api.notifications.unsubscribeNews.handler(async ({ input, context: { deps } }) => {
  const account = accountOfUnsubscribeToken(deps.settings.secret, input.token)
  if (!account) throw errors.NOT_FOUND()
  await inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('account')
      .select('notifications')
      .where('id', '=', account)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw errors.NOT_FOUND()
    const notifications = JSON.stringify({ ...row.notifications, marketing: false })
    await tx.updateTable('account').set({ notifications }).where('id', '=', account).execute()
    await tx.deleteFrom('push_topic').where('account_id', '=', account).execute()
  })
  return { subscribed: false }
})
