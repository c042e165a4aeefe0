import { api, type Deps, type Work } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { countIn } from '#app/api/call/limits.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from './notify.ts'
import { accountOfUnsubscribeToken } from './unsubscribe-token.ts'

const BATCH = 200
const HOUR_SECONDS = 3600
/** The limit of all operators together, so that a mistake does not become a flood. Source: *ours*. */
const NEWS_AN_HOUR = 10

/** Publishes news to the followers of a topic: stored at once, sent by a job. Throws TOO_MANY_REQUESTS. */
export const publishNews = api.notifications.publishNews.handler(async ({ input, context: { deps, person } }) => {
  const { topic, title, body, path } = input
  if (!title.en && !title.fa) throw invalidFields({ title: ['required'] })
  if ((await countIn(deps, 'news', HOUR_SECONDS)) > NEWS_AN_HOUR) {
    throw errors.TOO_MANY_REQUESTS({ data: { retry_after: HOUR_SECONDS } })
  }
  const id = publicId()
  const { count } = await deps.db
    .selectFrom('push_topic')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow()
  await inTransaction(deps.db, async (tx) => {
    const content = JSON.stringify({ title, body })
    await tx
      .insertInto('news')
      .values({ id, topic, content, path, account_id: person.id, published_at: deps.now() })
      .execute()
    await deps.enqueue(tx, 'send-news', { news: id, after: '' })
  })
  return { id, followers: count }
})

/** Notifies a part of the followers and leaves the rest to the next job; when it is repeated, nobody gets it twice. */
export async function sendNews(deps: Deps, { news, after }: Work['send-news']): Promise<void> {
  const entry = await deps.db.selectFrom('news').selectAll().where('id', '=', news).executeTakeFirst()
  if (!entry) return
  const followers = await deps.db
    .selectFrom('push_topic')
    .select('account_id')
    .where('topic', '=', entry.topic)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(BATCH)
    .execute()
  const { title, body } = entry.content
  for (const { account_id: account } of followers) {
    await inTransaction(deps.db, (tx) =>
      notify(deps, tx, { kind: 'news', account, news, title, body, path: entry.path }),
    )
  }
  const last = followers.at(-1)?.account_id
  if (followers.length === BATCH && last) await deps.enqueue(deps.db, 'send-news', { news, after: last })
}

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
