import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { sideOf } from '#app/api/conversations/sides.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { roomRows } from '#app/db/room.ts'

/** A room, and the side that the caller takes part for. */
export type OwnRoom = Things['room']

/** The room with this id, for its participants. Throws NOT_FOUND for everybody else (§6). */
export async function readRoom(db: Kysely<DB>, id: string, { person, owner }: Omit<Claim, 'now'>): Promise<OwnRoom> {
  const room = await roomRows(db).where('conversation.id', '=', id).executeTakeFirst()
  const side = room && sideOf(room, person)
  if (!room || !side || !owner.includes(side)) throw errors.NOT_FOUND()
  return { room, side }
}
