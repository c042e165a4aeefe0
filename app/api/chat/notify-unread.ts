import type { Kysely } from 'kysely'
import type { Deps, Work } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** A person who has not read a message after this time is away. Source: *ours*. */
const AWAY_SECONDS = 60

/** Enqueues notifying a customer of our or a company's message, in case they do not read it within a minute. */
export async function notifyLaterOfUnread(deps: Deps, tx: Kysely<DB>, work: Work['notify-of-unread']): Promise<void> {
  await deps.enqueue(tx, 'notify-of-unread', work, { startAfter: new Date(deps.now().getTime() + AWAY_SECONDS * 1000) })
}

/** Notifies a customer of a message that they have not read. */
export async function notifyOfUnread(deps: Deps, { room, seq, account }: Work['notify-of-unread']): Promise<void> {
  const message = await deps.db
    .selectFrom('conversation_message as message')
    .leftJoin('conversation_read as read', (join) =>
      join.onRef('read.conversation_id', '=', 'message.conversation_id').on('read.side', '=', 'CUSTOMER'),
    )
    .leftJoin('account', 'account.id', 'message.account_id')
    .select(['message.body', 'read.seq as read_seq', 'account.fullname'])
    .where('message.conversation_id', '=', room)
    .where('message.seq', '=', seq)
    .executeTakeFirst()
  if (!message || (message.read_seq ?? 0) >= seq) return
  const from = message.fullname ?? deps.settings.brand.en
  await inTransaction(deps.db, (tx) =>
    notify(deps, tx, { kind: 'chatMessage', account, room, from, text: message.body }),
  )
}
