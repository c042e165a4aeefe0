import { type Selectable, sql } from 'kysely'
import type { Deps, Tx, Work } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { newsletterLinks } from '#app/api/newsletter/links.ts'
import { type NewsReceiver, notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { NEWS_PART } from '#app/rules/messages/news-topics.ts'

/**
 * Sends one part of an issue and enqueues the next one for later, all in one transaction that holds the issue: an operator who stops it
 * waits for the end of a part, and neither a repeated job nor one of before the stop reaches anybody twice.
 */
export async function sendNews(deps: Deps, { news, step }: Work['send-news']): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const issue = await tx
      .selectFrom('news')
      .selectAll()
      .where('id', '=', news)
      .where('status', '=', 'SENDING')
      .where('step', '=', step)
      .forUpdate()
      .executeTakeFirst()
    if (!issue) return
    const due = await tx
      .selectFrom('news_delivery')
      .selectAll()
      .where('news_id', '=', news)
      .where('status', '=', 'WAITING')
      .orderBy('receiver')
      .limit(NEWS_PART.receivers)
      .execute()
    for (const delivery of due) await sendTo(deps, tx, { issue, delivery })
    const now = deps.now()
    const left = await tx
      .selectFrom('news_delivery')
      .select('receiver')
      .where('news_id', '=', news)
      .where('status', '=', 'WAITING')
      .limit(1)
      .executeTakeFirst()
    const next = left ? { step: step + 1 } : { status: 'SENT' as const, ended_at: now }
    await tx.updateTable('news').set(next).where('id', '=', news).execute()
    if (!left) return
    const startAfter = new Date(now.getTime() + NEWS_PART.seconds * 1000)
    await deps.enqueue(tx, 'send-news', { news, step: step + 1 }, { startAfter })
  })
}

type Part = { issue: Selectable<DB['news']>; delivery: Selectable<DB['news_delivery']> }

/** Skips those who have ended it since the issue was begun. */
async function sendTo(deps: Deps, tx: Tx, { issue, delivery }: Part): Promise<void> {
  const { id, topic, content, path } = issue
  const { receiver } = delivery
  const to = await stillWanting(deps, tx, { topic, delivery })
  if (to) {
    const { title, body } = content
    await notify(deps, tx, { kind: 'news', to, once: `news ${id} ${receiver}`, title, body, path })
  }
  await tx
    .updateTable('news_delivery')
    .set({ status: to ? 'SENT' : 'SKIPPED', sent_at: deps.now() })
    .where('news_id', '=', id)
    .where('receiver', '=', receiver)
    .execute()
}

async function stillWanting(
  deps: Deps,
  tx: Tx,
  { topic, delivery }: { topic: string | null; delivery: Part['delivery'] },
): Promise<NewsReceiver | undefined> {
  const { account_id: account, subscription_id: subscription } = delivery
  if (account !== null) {
    const follows = await tx
      .selectFrom('push_topic')
      .select('account_id')
      .where('account_id', '=', account)
      .where('topic', '=', topic ?? '')
      .executeTakeFirst()
    return follows && { account }
  }
  const row = await tx
    .selectFrom('newsletter_subscription')
    .select(['id', 'email', 'language'])
    .where('id', '=', subscription ?? '')
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(${topic}::text is null or topics is null or ${topic} = any (topics))`)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, email, language } = row
  return { email, language, links: newsletterLinks(deps, { subscription: id, language }) }
}
