import { sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import type { Language } from '#app/rules/constants.ts'
import type { NewsTopic } from '#app/rules/messages/news-topics.ts'

/**
 * Everybody who gets an issue now: the followers of its topic, by push and where they want it by e-mail, and the
 * newsletter's subscribers who have not dropped it. `receiver` is the mailbox where there is one, so that somebody who is both gets
 * it once.
 */
const receiversOf = (topic: NewsTopic | null) => sql<{
  receiver: string
  account_id: string | null
  subscription_id: string | null
  language: Language
}>`
  select distinct on (receiver) receiver, account_id, subscription_id, language from (
    select case when email is not null and (notifications ->> 'email')::boolean and (notifications ->> 'marketing')::boolean
        then regexp_replace(email, '^([^+@]+)\\+[^@]*@', '\\1@') else 'account ' || account.id end as receiver,
      account.id as account_id, null as subscription_id, account.language, 1 as place
    from push_topic join account on account.id = push_topic.account_id
    where push_topic.topic = ${topic} and account.banned_at is null
    union all
    select mailbox, null, id, language, 2 from newsletter_subscription
    where confirmed_at is not null and ended_at is null and (${topic}::text is null or topics is null or ${topic} = any (topics))
  ) everybody order by receiver, place`

/** The number of receivers by the language that they read. */
export async function countReceivers(
  { db }: Pick<Deps, 'db'>,
  topic: NewsTopic | null,
): Promise<Partial<Record<Language, number>>> {
  const { rows } = await sql<{ language: Language; count: number }>`
    select language, count(*)::int as count from (${receiversOf(topic)}) found group by language`.execute(db)
  return Object.fromEntries(rows.map(({ language, count }) => [language, count]))
}

/** Stores who gets an issue, each once however often this runs. */
export async function keepReceivers(
  { settings }: Pick<Deps, 'settings'>,
  tx: Tx,
  { id, topic }: { id: string; topic: NewsTopic | null },
): Promise<void> {
  const salt = keyFor(settings.secret, 'receiver').toString()
  await sql`
    insert into news_delivery (news_id, receiver, account_id, subscription_id, status)
    select ${id}, encode(sha256(convert_to(${salt} || receiver, 'UTF8')), 'hex'), account_id, subscription_id, 'WAITING'
    from (${receiversOf(topic)}) found on conflict do nothing`.execute(tx)
}
