import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Voucher } from '#app/contract/reservations/reservations.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { NOTICE_KINDS, type NoticeKind, ruleOf } from '#app/rules/messages/notifications.ts'

/** Messages to a reservation's customer with a link to its page. */
const OF_VOUCHERS = (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) =>
  ['pay', 'voucher', 'reservation'].includes(ruleOf(kind).leadsTo),
)

/** The phone and mailbox of the last message about a reservation, and whether it could not be delivered. */
export async function sentTo(db: Kysely<DB>, reservation: string): Promise<z.infer<typeof Voucher>['sent_to']> {
  const last = db
    .selectFrom('notification')
    .innerJoin('delivery', 'delivery.notification_id', 'notification.id')
    .select('notification.id')
    .where('reservation_id', '=', reservation)
    .where('kind', 'in', OF_VOUCHERS)
    .where('channel', '<>', 'push')
    .where('status', '<>', 'HELD')
    .orderBy('created_at', 'desc')
    .orderBy('notification.id')
    .limit(1)
  const rows = await db
    .selectFrom('delivery')
    .select(['channel', 'receiver', 'status'])
    .where('notification_id', '=', last)
    .where('status', '<>', 'HELD')
    .orderBy('channel', 'desc')
    .execute()
  return rows.flatMap(({ channel, receiver, status }) =>
    channel === 'push' ? [] : [{ channel, receiver, failed: status === 'FAILED' }],
  )
}
