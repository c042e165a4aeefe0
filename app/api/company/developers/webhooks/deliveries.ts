import { type Kysely, sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BODY_SHOWN } from '#app/rules/access/shown-body.ts'
import { REPLAYED_AT_ONCE } from '#app/rules/access/webhook.ts'
import { deliveryRows, messageOf, shownDelivery } from './shown-delivery.ts'

const TRIES_SHOWN = 50

/** What was sent to an endpoint and what waits, the latest first. */
export const deliveries = api.company.developers.webhooks.deliveries.handler(async ({ input, context }) => {
  const { deps, webhook } = context
  const { status } = input
  const found = deliveryRows(deps.db).where('delivery.webhook_id', '=', webhook.id)
  const all = deps.db.selectFrom('webhook_delivery').where('webhook_id', '=', webhook.id)
  const [shown, counted] =
    status === undefined
      ? [found, all]
      : [found.where('delivery.status', '=', status), all.where('status', '=', status)]
  const ordered = shown.orderBy('delivery.made', 'desc')
  const { count, rows } = await pageRows(ordered, input, counted)
  return { count, results: rows.map(shownDelivery) }
})

/** One delivery with its latest tries. */
export const delivery = api.company.developers.webhooks.delivery.handler(async ({ context }) => {
  const { deps, webhookDelivery } = context
  const row = await rowOf(deps.db, webhookDelivery.id)
  const tries = await deps.db
    .selectFrom('webhook_try')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('id', 'desc')
    .limit(TRIES_SHOWN)
    .execute()
  return {
    ...shownDelivery(row),
    url: webhookDelivery.url,
    body: messageOf(row).body.slice(0, BODY_SHOWN),
    tries: tries.map(({ id: _, delivery_id: __, at, ...made }) => ({ at: at.toISOString(), ...made })),
  }
})

/** Sends an event again, also one that was delivered; what is being sent stays. */
export const resend = api.company.developers.webhooks.resend.handler(async ({ context }) => {
  const { deps, webhookDelivery } = context
  const { id, webhook_id } = webhookDelivery
  await inTransaction(deps.db, async (tx) => {
    await noteSending(tx, webhook_id, deps.now())
    await tx
      .updateTable('webhook_delivery')
      .set({ status: 'WAITING', failures: 0, next_at: deps.now() })
      .where('id', '=', id)
      .execute()
  })
  return shownDelivery(await rowOf(deps.db, id))
})

/** Sends a test, even to an endpoint that is switched off. */
export const test = api.company.developers.webhooks.test.handler(async ({ context: { deps, webhook } }) => {
  const at = deps.now()
  const id = await inTransaction(deps.db, async (tx) => {
    await noteSending(tx, webhook.id, at)
    const made = await tx
      .insertInto('webhook_delivery')
      .values({ webhook_id: webhook.id, next_at: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
  return shownDelivery(await rowOf(deps.db, id))
})

/**
 * Sends the events since a moment again that the endpoint gets, a part with each call, in one statement. Throws INVALID_FIELDS for an
 * event that is not the company's.
 */
export const replay = api.company.developers.webhooks.replay.handler(async ({ input, context }) => {
  const { deps, webhook } = context
  const { since, after, only_failed } = input
  const events = deps.db.selectFrom('event').where('company_id', '=', webhook.company_id)
  const last =
    after === undefined ? undefined : await events.select('position').where('id', '=', after).executeTakeFirst()
  if (after !== undefined && !last?.position) throw invalidFields({ after: ['invalid'] })
  const now = deps.now()
  const { rows } = await inTransaction(deps.db, async (tx) => {
    await noteSending(tx, webhook.id, now)
    return sql<{ seen: number; queued: number; last: string | null }>`
      with part as (
        select id, position from event
        where company_id = ${webhook.company_id} and at >= ${since} and position > ${last?.position ?? 0}
          and (${webhook.events}::text[] = '{}' or type = any(${webhook.events}::text[]))
        order by position limit ${REPLAYED_AT_ONCE}
      ), queued as (
        insert into webhook_delivery as delivery (webhook_id, event_id, next_at, created_at)
        select ${webhook.id}, id, ${now}, ${now} from part order by position
        on conflict (webhook_id, event_id) do update set status = 'WAITING', failures = 0, next_at = ${now}
          where not ${only_failed} or delivery.status = 'FAILED'
        returning 1
      )
      select (select count(*) from part) as seen, (select count(*) from queued) as queued,
        (select id from part order by position desc limit 1) as last`.execute(tx)
  })
  const { seen = 0, queued = 0, last: reached = null } = rows[0] ?? {}
  return { count: queued, after: seen < REPLAYED_AT_ONCE ? null : reached }
})

function rowOf(db: Kysely<DB>, id: string) {
  return deliveryRows(db).where('delivery.id', '=', id).executeTakeFirstOrThrow()
}

/** For the log, and so that no revoked key has anything sent; wakes the processes that send, once this is committed. */
async function noteSending(tx: Tx, webhook: number, at: Date) {
  await tx.updateTable('webhook').set({ sending_at: at }).where('id', '=', webhook).execute()
  await sql`select pg_notify('savari_events', '')`.execute(tx)
}
