import type { ExpressionBuilder, Kysely } from 'kysely'
import { reservationsOf } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { sideOf } from '#app/api/support/sides.ts'
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

/** The rooms in which a person takes part: one's own, those of the company whose staff one is; for operators all. */
export function roomsOf(db: Kysely<DB>, person: Person) {
  return (where: ExpressionBuilder<DB, 'conversation'>) => {
    if (person.role === 'ADMIN') return where.lit(true)
    return where.or([
      where('conversation.account_id', '=', person.id),
      where('conversation.reservation_id', 'in', reservationsOf(db, person).select('reservation.id')),
      ...(person.companyId === null ? [] : [where('conversation.company_id', '=', person.companyId)]),
    ])
  }
}
