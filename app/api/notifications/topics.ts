import { api } from '#app/api/call/context.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { NEWS_TOPICS, type NewsTopic } from '#app/rules/messages/news-topics.ts'

/** The news that the signed-in person follows. */
export const topics = api.notifications.topics.handler(async ({ context: { deps, person } }) => {
  const account = await deps.db
    .selectFrom('account')
    .select(['notifications', 'email'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const rows = await deps.db
    .selectFrom('push_topic')
    .select('topic')
    .where('account_id', '=', person.id)
    .where('topic', 'in', NEWS_TOPICS)
    .execute()
  const followed = new Set(rows.map(({ topic }) => topic))
  return {
    topics: NEWS_TOPICS.filter((topic) => followed.has(topic)),
    email: account.notifications.email && account.notifications.marketing,
    has_email: account.email !== null,
  }
})

/** What apps follow besides stays. By e-mail they come only to those who also want other messages there. */
export const chooseTopics = api.notifications.chooseTopics.handler(async ({ input, context: { deps, person } }) => {
  const chosen: NewsTopic[] = NEWS_TOPICS.filter((topic) => input.topics.includes(topic))
  const email = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `topics ${person.id}`)
    await tx
      .deleteFrom('push_topic')
      .where('account_id', '=', person.id)
      .where('topic', 'in', NEWS_TOPICS)
      .where('topic', 'not in', [...chosen, ''])
      .execute()
    for (const topic of chosen) {
      await tx
        .insertInto('push_topic')
        .values({ account_id: person.id, topic, created_at: deps.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const { notifications: now } = await tx
      .selectFrom('account')
      .select('notifications')
      .where('id', '=', person.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const wants = { ...now, marketing: input.email, ...(input.email && { email: true }) }
    await tx
      .updateTable('account')
      .set({ notifications: JSON.stringify(wants) })
      .where('id', '=', person.id)
      .execute()
    return input.email
  })
  return { topics: chosen, email }
})
