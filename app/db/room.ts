import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { WAS_ACCEPTED } from './accepted.ts'

export type RoomRow = Awaited<ReturnType<ReturnType<typeof roomRows>['execute']>>[number]

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
    .select(WAS_ACCEPTED.as('was_accepted'))
    .select(['reservation.fullname as driver', 'company.name as company_name', 'account.fullname'])
}
