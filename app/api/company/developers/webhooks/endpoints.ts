import type { Kysely, Selectable } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { DB, Webhook } from '#app/db/connection/schema.ts'
import { EVENT_TYPES, type EventType } from '#app/rules/access/api-event.ts'
import { MOST_WEBHOOKS, SECRET_OVERLAP_MS } from '#app/rules/access/webhook.ts'
import { addSecret, liveSecrets } from './secrets.ts'
import { giveUpWaiting, removeWebhook } from './switch-off.ts'

/** A company's endpoints, the newest first. */
export const list = api.company.developers.webhooks.list.handler(async ({ context: { deps, company } }) => {
  const rows = await deps.db
    .selectFrom('webhook')
    .selectAll()
    .where('company_id', '=', company)
    .orderBy('id', 'desc')
    .execute()
  return { webhooks: await shownWebhooks(deps.db, rows, deps.now()) }
})

export const read = api.company.developers.webhooks.read.handler(({ context: { deps, webhook } }) =>
  shownWebhook(deps.db, webhook, deps.now()),
)

/** Throws INVALID_FIELDS where there are as many endpoints as there may be. */
export const create = api.company.developers.webhooks.create.handler(async ({ input, context }) => {
  const { deps, person, company } = context
  const { url, events } = input
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `webhooks ${company}`)
    const others = await tx.selectFrom('webhook').select('id').where('company_id', '=', company).execute()
    if (others.length >= MOST_WEBHOOKS) throw invalidFields({ url: ['max_webhooks'] })
    const created_at = deps.now()
    const made = await tx
      .insertInto('webhook')
      .values({ company_id: company, url, events: inOrder(events), created_by: person.id, created_at })
      .returningAll()
      .executeTakeFirstOrThrow()
    const secret = await addSecret(deps, tx, made.id)
    return { ...(await shownWebhook(tx, made, created_at)), secret }
  })
})

/** Changes what was sent. Switched on, it starts as if nothing had failed. */
export const change = api.company.developers.webhooks.change.handler(async ({ input, context }) => {
  const { deps, tx, webhook } = context
  const { url = webhook.url, events = webhook.events, is_on = webhook.is_on } = input
  const isSwitched = is_on !== webhook.is_on
  const changed = await tx
    .updateTable('webhook')
    .set({ url, events: inOrder(events), is_on, ...(isSwitched && { failing_since: null, failed_at: null }) })
    .where('id', '=', webhook.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!is_on) await giveUpWaiting(tx, webhook.id)
  return shownWebhook(tx, changed, deps.now())
})

export const remove = api.company.developers.webhooks.remove.handler(async ({ context: { tx, webhook } }) => {
  await removeWebhook(tx, webhook.id)
  return { removed: true }
})

/** Both sign for a day, so that a receiver has time to change. */
export const rotate = api.company.developers.webhooks.rotate.handler(async ({ context: { deps, tx, webhook } }) => {
  const now = deps.now()
  await tx.deleteFrom('webhook_secret').where('webhook_id', '=', webhook.id).where('ends_at', 'is not', null).execute()
  await tx
    .updateTable('webhook_secret')
    .set({ ends_at: new Date(now.getTime() + SECRET_OVERLAP_MS) })
    .where('webhook_id', '=', webhook.id)
    .execute()
  const secret = await addSecret(deps, tx, webhook.id)
  await tx.updateTable('webhook').set({ rotated_at: now }).where('id', '=', webhook.id).execute()
  return { ...(await shownWebhook(tx, webhook, now)), secret }
})

const inOrder = (events: readonly string[]): EventType[] => EVENT_TYPES.filter((type) => events.includes(type))

async function shownWebhook(db: Kysely<DB>, row: Selectable<Webhook>, now: Date) {
  const [shown] = await shownWebhooks(db, [row], now)
  if (!shown) throw new Error('the endpoint was not read')
  return shown
}

async function shownWebhooks(db: Kysely<DB>, rows: readonly Selectable<Webhook>[], now: Date) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const former = await liveSecrets(db, now)
    .select(['webhook_id', 'ends_at'])
    .where('webhook_id', 'in', ids)
    .where('ends_at', 'is not', null)
    .execute()
  return rows.map(({ id, url, events, is_on, failing_since, failed_at, created_at }) => ({
    ...{ id, url, events: inOrder(events), is_on },
    failing_since: failing_since?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    former_until: former.find((secret) => secret.webhook_id === id)?.ends_at?.toISOString() ?? null,
  }))
}
