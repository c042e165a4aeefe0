import type { Kysely } from 'kysely'
import { shownEvent } from '#app/api/company/developers/events/shown-event.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { TEST_EVENT } from '#app/rules/access/webhook.ts'

/** A query for deliveries with their events. */
export function deliveryRows(db: Kysely<DB>) {
  return db
    .selectFrom('webhook_delivery as delivery')
    .leftJoin('event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.webhook_id', 'delivery.event_id', 'delivery.status', 'delivery.failures'])
    .select(['delivery.next_at', 'delivery.created_at'])
    .select(['event.type', 'event.at', 'event.request_id', 'event.key_id', 'event.data'])
}

type Row = Awaited<ReturnType<ReturnType<typeof deliveryRows>['execute']>>[number]

/** A delivery, as the contract defines it. */
export function shownDelivery(row: Row) {
  const { id, webhook_id, event_id, type, status, failures, next_at, created_at } = row
  return {
    ...{ id, webhook: webhook_id, event: event_id, type: type ?? TEST_EVENT, status, failures },
    next_at: status === 'WAITING' ? next_at.toISOString() : null,
    created_at: created_at.toISOString(),
  }
}

/** The header `webhook-id`, the same in all tries, and what is sent. Source: Standard Webhooks. */
export function messageOf(
  row: Pick<Row, 'id' | 'event_id' | 'type' | 'at' | 'request_id' | 'key_id' | 'data' | 'created_at'>,
): {
  id: string
  body: string
} {
  const { event_id: id, type, at } = row
  if (!id || !type || !at) {
    const test = { type: TEST_EVENT, timestamp: row.created_at.toISOString(), data: {} }
    return { id: row.id, body: JSON.stringify(test) }
  }
  const { data, request, key } = shownEvent({ ...row, id, type, at })
  return { id, body: JSON.stringify({ type, timestamp: at.toISOString(), data, id, request, key }) }
}
