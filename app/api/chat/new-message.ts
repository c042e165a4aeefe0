import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { limit } from '#app/api/call/limits.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { addMessage } from '#app/api/conversations/add-message.ts'
import { attachFiles } from '#app/api/conversations/attachments.ts'
import { readMessage, type ShownMessage } from '#app/api/conversations/message-rows.ts'
import { guardRepeatedMessage } from '#app/api/conversations/repeated-message.ts'
import type { NewMessage } from '#app/contract/chat/chat.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { RoomRow } from '#app/db/room.ts'
import type { Language } from '#app/rules/constants.ts'
import { type Sender, senderOf } from '#app/rules/messages/chat-sides.ts'
import { MINUTE_SECONDS } from '#app/rules/time/durations.ts'
import { notifyLaterOfUnread } from './notify-unread.ts'
import type { OwnRoom } from './room.ts'

/** The sender and the room; a function if the room has to be found first. */
type Speaker = { person: Person; own: OwnRoom | Promise<OwnRoom>; language?: Language }
type Input = z.output<typeof NewMessage> & { id: string }

/** Sends a message to a room that the caller takes part in. */
export const newMessage = api.chat.newMessage.handler(({ input, context }) =>
  sendMessage(context.deps, { ...context, own: context.room }, input),
)

/**
 * Stores a message and the files that wait for it, once for a client-generated id, and returns it as everybody sees it.
 * Throws NOT_FOUND, TOO_MANY_REQUESTS, INVALID_FIELDS (`attachments`) for a file that is not the sender's or was sent
 * before, and IDEMPOTENCY_CONFLICT for another message under the id of an earlier one.
 */
export async function sendMessage(
  deps: Deps,
  speaker: Speaker,
  { id, message = '', file, attachments, client_id = publicId() }: Input,
): Promise<ShownMessage> {
  const { person } = speaker
  const [{ room, side }] = await Promise.all([
    speaker.own,
    limit(deps, `chat message ${person.id}`, deps.settings.chatMessagesPerMinute, MINUTE_SECONDS),
  ])
  const sender = senderOf(side)
  const account = room.account_id ?? (await accountOfHolder(deps, room.holder))
  const language = speaker.language ?? person.language
  const ids = [...attachments, ...(file ? [file] : [])]
  const said = { conversation: id, sender, account: person.id, at: deps.now(), body: message, clientId: client_id }
  const store = async (db: Kysely<DB>) => {
    const added = await addMessage(db, said)
    if (!added.isNew) await guardRepeatedMessage(db, { id: added.id, body: message, files: ids })
    if (added.isNew) await attachFiles(db, { ids, accountId: person.id, purpose: 'CHAT', messageId: added.id })
    if (added.isNew) await inBackground(deps, db, { room, sender, seq: added.seq, account, language })
    return added
  }
  // A message without files is one statement.
  const hasMore = ids.length > 0 || isAnswered(deps, { room, sender }) || (sender !== 'CLIENT' && account !== null)
  const added = await (hasMore ? inTransaction(deps.db, store) : store(deps.db))
  const { seq } = added
  if (added.isNew) deps.publish({ kind: 'message', room: id, seq, sender, account, company: room.company_id })
  const shown = await readMessage(deps, id, added.id)
  if (!shown) throw new Error('A message that was just stored is not there.')
  return shown
}

type Sent = { room: RoomRow; sender: Sender; seq: number; account: string | null; language: Language }

/** The consequences of a message: the demonstration's bot answers the customer; a customer who is away is notified. */
async function inBackground(deps: Deps, db: Kysely<DB>, { room, sender, seq, account, language }: Sent) {
  if (sender !== 'CLIENT' && account) await notifyLaterOfUnread(deps, db, { room: room.id, seq, account })
  if (isAnswered(deps, { room, sender })) await deps.enqueue(db, 'answer-as-bot', { room: room.id, seq, language })
}

function isAnswered({ settings }: Deps, { room, sender }: Pick<Sent, 'room' | 'sender'>): boolean {
  return settings.bot !== undefined && sender === 'CLIENT' && room.department === 'SALES'
}

/** Who is notified of news about a reservation: its holder. */
async function accountOfHolder({ db }: Deps, holder: string | null): Promise<string | null> {
  if (!holder) return null
  const account = await db.selectFrom('account').select('id').where('holder', '=', holder).executeTakeFirst()
  return account?.id ?? null
}
