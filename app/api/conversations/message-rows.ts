import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { shownAvatar } from '#app/api/account/profile/avatar-address.ts'
import type { Deps } from '#app/api/call/context.ts'
import type { ChatMessage } from '#app/contract/chat/chat.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readersOf, type Sender } from '#app/rules/messages/chat-sides.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { describeAttachment } from './attachments.ts'

export type ShownMessage = z.infer<typeof ChatMessage>
/** The dependencies for reading messages; inside a transaction `db` is the transaction. */
type Reading = Pick<Deps, 'db' | 'settings'>
type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number]

/** Marks the bot's messages, which have no account, like those of deleted accounts. */
export const BOT_PREFIX = 'bot-'

/**
 * A customer who writes about a request that the company has not accepted yet: for everybody in the room only a first
 * name, without a picture, because a message is the same for all who read it.
 */
const IS_UNKNOWN = sql<boolean>`(message.sender = 'CLIENT' and exists (select from conversation as room
  join reservation on reservation.id = room.reservation_id
  where room.id = message.conversation_id and not ${WAS_ACCEPTED}))`
const nameOfSender = sql<string | null>`case when ${IS_UNKNOWN} then split_part(btrim(account.fullname), ' ', 1)
  else account.fullname end`
const avatarOfSender = sql<string | null>`case when not ${IS_UNKNOWN} then account.avatar end`

/** A query for messages with everything that is shown of each, to be filtered and sorted. */
export function messageRows(db: Kysely<DB>) {
  return db
    .selectFrom('conversation_message as message')
    .leftJoin('account', 'account.id', 'message.account_id')
    .select(['message.id', 'message.conversation_id', 'message.seq', 'message.client_id', 'message.body'])
    .select(['message.sender', 'message.created_at', 'message.edited_at'])
    .select([nameOfSender.as('fullname'), avatarOfSender.as('avatar')])
    .select((select) => [
      jsonArrayFrom(
        select
          .selectFrom('attachment')
          .select(['attachment.id', 'name', 'type', 'bytes', 'width', 'height', 'file_key'])
          .whereRef('attachment.message_id', '=', 'message.id')
          .orderBy('attachment.created_at')
          .orderBy('attachment.id'),
      ).as('files'),
      select
        .selectFrom('conversation_read as read')
        .select(sql<string[]>`array_agg(read.side)`.as('sides'))
        .whereRef('read.conversation_id', '=', 'message.conversation_id')
        .whereRef('read.seq', '>=', 'message.seq')
        .as('read_by'),
    ])
}

/** A message as the contract defines it, the same for everybody who sees it. */
export function shownMessage({ settings }: Reading, row: MessageRow): ShownMessage {
  const sender = row.sender as Sender
  const attachments = row.files.map((file) => describeAttachment({ settings }, file))
  const isRead = readersOf(sender).some((side) => row.read_by?.includes(side))
  return {
    id: row.id,
    seq: row.seq,
    client_id: row.client_id,
    message: row.body,
    sender,
    sender_detail: {
      name: row.fullname,
      is_bot: row.client_id.startsWith(BOT_PREFIX),
      ...shownAvatar({ settings }, row.avatar),
    },
    status: isRead ? 'READ' : 'SENT',
    created_at: row.created_at.toISOString(),
    is_edited: row.edited_at !== null,
    attached_file: attachments[0] ?? null,
    attachments,
  }
}

/** One message of a room by its id; undefined where there is none. */
export async function readMessage(deps: Reading, room: string, id: number): Promise<ShownMessage | undefined> {
  const row = await messageRows(deps.db)
    .where('message.conversation_id', '=', room)
    .where('message.id', '=', id)
    .executeTakeFirst()
  return row && shownMessage(deps, row)
}

/** The latest messages that were edited within the time that a socket may be disconnected unnoticed. */
const EDITS_AMONG = 200
const EDITS_OF_MS = 15 * MINUTE_MS

type Span = { before?: number | undefined; after?: number | undefined; size: number }

/** Messages of a room in order: after a `seq`, or the last before one; without either the latest. */
export async function readSpan(deps: Reading, room: string, { before, after, size }: Span): Promise<ShownMessage[]> {
  const rows = await within(messageRows(deps.db), { before, after })
    .where('message.conversation_id', '=', room)
    .orderBy('message.seq', after === undefined ? 'desc' : 'asc')
    .limit(size)
    .execute()
  const messages = rows.map((row) => shownMessage(deps, row))
  return after === undefined ? messages.reverse() : messages
}

/** Recent edits of a room's latest messages up to a `seq`: for clients that were disconnected. */
export async function recentEdits(
  deps: Reading & Pick<Deps, 'now'>,
  room: string,
  upTo: number,
): Promise<ShownMessage[]> {
  const rows = await messageRows(deps.db)
    .where('message.conversation_id', '=', room)
    .where('message.seq', '<=', upTo)
    .where('message.seq', '>', upTo - EDITS_AMONG)
    .where('message.edited_at', '>', new Date(deps.now().getTime() - EDITS_OF_MS))
    .orderBy('message.seq')
    .execute()
  return rows.map((row) => shownMessage(deps, row))
}

/** The latest message of each room that has one. */
export async function lastMessages(deps: Reading, rooms: string[]): Promise<Map<string, ShownMessage>> {
  const rows = await messageRows(deps.db)
    .innerJoin('conversation', (join) =>
      join.onRef('conversation.id', '=', 'message.conversation_id').onRef('conversation.last_seq', '=', 'message.seq'),
    )
    .where('conversation.id', 'in', rooms)
    .execute()
  return new Map(rows.map((row) => [row.conversation_id, shownMessage(deps, row)]))
}

function within<From extends { message: DB['conversation_message'] }, Output>(
  query: SelectQueryBuilder<DB & From, 'message' | 'account', Output>,
  { before, after }: Pick<Span, 'before' | 'after'>,
) {
  return query
    .$if(before !== undefined, (narrowed) => narrowed.where(sql<boolean>`message.seq < ${before ?? 0}`))
    .$if(after !== undefined, (narrowed) => narrowed.where(sql<boolean>`message.seq > ${after ?? 0}`))
}
