import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '#app/api/call/context.ts'
import { lastMessages } from '#app/api/conversations/message-rows.ts'
import type { ChatRoom } from '#app/contract/chat/chat.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { type ChatSide, senderOf } from '#app/rules/messages/chat-sides.ts'
import { firstName } from '#app/rules/reservation/customer-seen.ts'
import type { OwnRoom } from './room.ts'

/** Rooms as the contract defines them, each for its reader's side. */
export async function shownRooms(
  deps: Pick<Deps, 'db' | 'settings'>,
  rooms: OwnRoom[],
  language: Language,
): Promise<z.infer<typeof ChatRoom>[]> {
  if (rooms.length === 0) return []
  const [counts, newest] = await Promise.all([
    unreadIn(deps.db, rooms),
    lastMessages(
      deps,
      rooms.map(({ room }) => room.id),
    ),
  ])
  return rooms.map(({ room, side }) => {
    const { id, department, company_id, company_name, reservation_id, number, fullname } = room
    const { read_seq = 0, unread_count = 0 } = counts.get(id) ?? {}
    return {
      id,
      department: department as 'SALES' | 'FINANCIAL' | null,
      reservation: reservation_id && number !== null ? { id: reservation_id, number: numberOf({ number }) } : null,
      customer: driverFor(room, side) ?? fullname,
      company: company_id && company_name ? { id: company_id, name: wordingIn(language, company_name) } : null,
      side,
      sender: senderOf(side),
      created_at: room.created_at.toISOString(),
      updated_at: room.updated_at.toISOString(),
      last_seq: room.last_seq,
      read_seq,
      is_unread: unread_count > 0,
      unread_count,
      last_message: newest.get(id) ?? null,
    }
  })
}

/** The driver of a room's reservation, to its company as far as it knows them yet. */
function driverFor({ driver, was_accepted }: OwnRoom['room'], side: ChatSide): string | null {
  return driver !== null && side === 'COMPANY' && !was_accepted ? firstName(driver) : driver
}

/** How far each room's side has read, and how many messages others have written since. */
async function unreadIn(db: Kysely<DB>, rooms: OwnRoom[]) {
  const sides = rooms.map(({ room, side }) => ({ id: room.id, side, sender: senderOf(side) }))
  const { rows } = await sql<{ id: string; read_seq: number; unread_count: number }>`
    select own.id, coalesce(read.seq, 0) as read_seq, (
      select count(*) from conversation_message message
      where message.conversation_id = own.id and message.seq > coalesce(read.seq, 0) and message.sender <> own.sender
    ) as unread_count
    from json_to_recordset(${JSON.stringify(sides)}) as own (id text, side text, sender text)
    left join conversation_read read on read.conversation_id = own.id and read.side = own.side`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The unread messages of a side in one room. */
export async function unreadOf(db: Kysely<DB>, own: { room: { id: string }; side: ChatSide }): Promise<number> {
  return (await unreadIn(db, [own as OwnRoom])).get(own.room.id)?.unread_count ?? 0
}
