import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { sideOf } from '#app/api/conversations/sides.ts'
import type { Owner } from '#app/contract/call/base.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'
import type { ChatSide } from '#app/rules/messages/chat-sides.ts'

export type RoomRow = Awaited<ReturnType<ReturnType<typeof roomRows>['execute']>>[number]
/** A room, and as whom the caller takes part in it. */
export type OwnRoom = { room: RoomRow; side: ChatSide }
/** Who calls, and whose rooms the contract lets the call be about. */
export type Claim = { person: Person; owner: readonly Owner[]; language?: Language }

/** Chat rooms with what is shown of each. */
export function roomRows(db: Kysely<DB>) {
  return db
    .selectFrom('conversation')
    .leftJoin('reservation', 'reservation.id', 'conversation.reservation_id')
    .leftJoin('company', 'company.id', 'conversation.company_id')
    .leftJoin('account', 'account.id', 'conversation.account_id')
    .where('conversation.kind', '=', 'CHAT')
    .selectAll('conversation')
    .select([
      'reservation.number',
      'reservation.phone',
      'reservation.email',
      'reservation.by_email',
      'reservation.holder',
    ])
    .select(['reservation.fullname as driver', 'company.name as company_name', 'account.fullname'])
}

/** The room of an id for those who take part in it. Throws NOT_FOUND for everybody else (§6). */
export async function readRoom(db: Kysely<DB>, id: string, { person, owner }: Claim): Promise<OwnRoom> {
  const room = await roomRows(db).where('conversation.id', '=', id).executeTakeFirst()
  const side = room && sideOf(room, person)
  if (!room || !side || !owner.includes(side)) throw errors.NOT_FOUND()
  return { room, side }
}
