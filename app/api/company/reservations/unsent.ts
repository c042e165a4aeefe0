import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { ON_ITS_WAY, UNSENT } from '#app/rules/messages/delivery-status.ts'
import { NOTICE_KINDS, type NoticeKind, ruleOf } from '#app/rules/messages/notifications.ts'
import { eventOf, eventsFor } from '#app/rules/messages/staff-notices.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

const DAYS_MS = 2 * DAY_MS
const LISTED = 20

/**
 * Messages to a company's staff of the last two days that were not delivered: their receiver was over the limit, or
 * sending failed. Each once, whoever missed it, newest first; `title` is in its receiver's `language`. Source: *ours*.
 */
export async function unsentOf(
  db: Kysely<DB>,
  { company, person, now }: { company: number; person: Person; now: Date },
) {
  const rows = await db
    .selectFrom('notification')
    .leftJoin('reservation', 'reservation.id', 'notification.reservation_id')
    .leftJoin('account', 'account.id', 'notification.account_id')
    .select(['notification.kind', 'notification.reservation_id', 'notification.language', 'notification.content'])
    .select('notification.created_at')
    .where('notification.id', 'in', (of) =>
      of.selectFrom('delivery').select('notification_id').where('status', 'in', UNSENT),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.notification_id', '=', 'notification.id')
            .where('delivery.status', 'in', ON_ITS_WAY),
        ),
      ),
    )
    .where('notification.kind', 'in', kindsFor(person))
    .where('notification.created_at', '>', new Date(now.getTime() - DAYS_MS))
    .where((of) =>
      of.or([
        of('reservation.company_id', '=', company),
        of.and([of('notification.reservation_id', 'is', null), of('account.company_id', '=', company)]),
      ]),
    )
    .orderBy((of) => of('notification.account_id', 'is not distinct from', person.id), 'desc')
    .orderBy('notification.created_at', 'desc')
    .limit(10 * LISTED)
    .execute()
  const first = Map.groupBy(rows, ({ kind, reservation_id, created_at }) => `${kind} ${reservation_id} ${+created_at}`)
  return [...first.values()]
    .flatMap(([row]) => row ?? [])
    .toSorted((one, other) => +other.created_at - +one.created_at)
    .slice(0, LISTED)
    .map(({ reservation_id, language, content, created_at }) => ({
      ...{ title: content.title, language, reservation: reservation_id },
      at: created_at.toISOString(),
    }))
}

/** Notifications with a link to the desk that this role can get. */
function kindsFor({ role, staffRole }: Person): NoticeKind[] {
  return (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => {
    if (!['desk', 'statement'].includes(ruleOf(kind).leadsTo)) return false
    const event = eventOf(kind)
    return !event || role === 'ADMIN' || (staffRole !== null && eventsFor(staffRole).includes(event))
  })
}
