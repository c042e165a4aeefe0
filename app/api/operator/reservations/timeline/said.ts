import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { Sender } from '#app/rules/messages/chat-sides.ts'
import { type Channel, ruleOf } from '#app/rules/messages/notifications.ts'
import type { Entry } from './timeline.ts'

const MOST_TALK = 200

/** What was sent about a reservation to its customer and its company, and whether it arrived. */
export async function messages(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['id', 'kind', 'language', 'content', 'created_at'])
    .where('reservation_id', '=', reservation)
    .execute()
  const deliveries = await db
    .selectFrom('delivery')
    .select(['notification_id', 'channel', 'status', 'receiver', 'reason'])
    .where('notification_id', 'in', [...rows.map(({ id }) => id), ''])
    .orderBy('channel')
    .execute()
  const byMessage = Map.groupBy(deliveries, ({ notification_id }) => notification_id)
  return rows.map(({ id, kind, language, content, created_at }) => ({
    what: 'MESSAGE',
    at: created_at.toISOString(),
    to: kind !== 'code' && ruleOf(kind).leadsTo === 'desk' ? 'COMPANY' : 'CUSTOMER',
    language,
    title: content.title,
    body: content.body,
    deliveries: (byMessage.get(id) ?? []).map(({ channel, status, receiver, reason }) => {
      return { channel, status, reason, receiver: endOf(channel, receiver) }
    }),
  }))
}

/** Enough of a phone or an address to know which one it is. */
function endOf(channel: Channel, receiver: string): string {
  if (channel === 'push') return ''
  const at = receiver.indexOf('@')
  return at < 0 ? `•••${receiver.slice(-4)}` : `${receiver.slice(0, 1)}•••${receiver.slice(at)}`
}

/** What was written in the conversations about a reservation, the latest of it. */
export async function talk(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('conversation_message as message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .leftJoin('account', 'account.id', 'message.account_id')
    .select(['conversation.id as conversation', 'message.sender', 'message.body', 'message.created_at'])
    .select('account.fullname as by')
    .select(sql<number>`(select count(*)::int from attachment where attachment.message_id = message.id)`.as('files'))
    .where('conversation.reservation_id', '=', reservation)
    .orderBy('message.id', 'desc')
    .limit(MOST_TALK)
    .execute()
  return rows.map(({ created_at, sender, ...row }) => {
    return { what: 'TALK', at: created_at.toISOString(), sender: sender as Sender, ...row }
  })
}
