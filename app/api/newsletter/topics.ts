import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { idOfToken, isMailLinkToken } from '#app/api/call/mail-link.ts'
import { NEWS_TOPICS } from '#app/rules/messages/news-topics.ts'

/** Throws NOT_FOUND for an invalid token, and for a subscription that has ended. */
export const topics = api.newsletter.topics.handler(async ({ input: { token }, context: { deps } }) => {
  const row = await deps.db
    .selectFrom('newsletter_subscription')
    .select('topics')
    .where('id', '=', idOf(deps, token))
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return { topics: row.topics ?? [...NEWS_TOPICS] }
})

/** All of them stay all, also those to come. Issues without a topic come in any case. Throws as `topics` does. */
export const chooseTopics = api.newsletter.chooseTopics.handler(async ({ input, context: { deps } }) => {
  const chosen = NEWS_TOPICS.filter((topic) => input.topics.includes(topic))
  const changed = await deps.db
    .updateTable('newsletter_subscription')
    .set({ topics: chosen.length === NEWS_TOPICS.length ? null : chosen })
    .where('id', '=', idOf(deps, input.token))
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw errors.NOT_FOUND()
  return { topics: chosen }
})

function idOf(deps: Pick<Deps, 'settings'>, token: string): string {
  const id = idOfToken(token)
  if (!isMailLinkToken(deps, token, id, 'topics')) throw errors.NOT_FOUND()
  return id
}
