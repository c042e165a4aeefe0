import { sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { SendProblem } from '#app/providers/webhooks/send-webhook.ts'
import { pauseAfter, SWITCHED_OFF_AFTER_MS, webhookSignature } from '#app/rules/access/webhook.ts'
import { secretsOf } from './secrets.ts'
import { deliveryRows, messageOf } from './shown-delivery.ts'
import { switchOff } from './switch-off.ts'

/** A process that has leased a delivery has this long; a receiver has 15 s to answer. */
const LEASE_MS = 60_000
/** What is under way to one endpoint at a time, so that a slow one delays nobody else and is not flooded. */
const AT_ONCE = 5
/** The endpoints that one claim looks at. */
const ENDPOINTS = 50
/** The receiver says that nobody is there any more. Source: Standard Webhooks. */
const GONE = 410

export type Claimed = { id: string; webhook: number; lease: Date }

/**
 * Leases deliveries that are due, at most five at a time of each endpoint in all processes together, whichever waits longest first.
 * Nobody else sends them until the lease ends; what a killed process had is due again then. Source: *ours*.
 */
export async function claimDue({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Claimed[]> {
  const at = now()
  const lease = new Date(at.getTime() + LEASE_MS)
  const isDue = sql`delivery.status = 'WAITING' and delivery.next_at <= ${at}
    and (delivery.leased_until is null or delivery.leased_until <= ${at})`
  // In the order of an index, whose entries of ended leases are then skipped from the second time on.
  const running = sql`(select count(*) from (select from webhook_delivery as running where running.webhook_id = webhook.id
    and running.leased_until > ${at} order by running.leased_until limit ${AT_ONCE}) as leased)`
  return inTransaction(db, async (tx) => {
    // First the endpoints, and then, with what others have committed meanwhile, their deliveries. The first due one of each, and not
    // `exists`, for which PostgreSQL reads all that are due.
    const { rows: due } = await sql<{ id: number }>`
      select id from webhook where ${running} < ${AT_ONCE} and (
        select delivery.id from webhook_delivery as delivery where delivery.webhook_id = webhook.id and ${isDue}
        order by next_at, made limit 1) is not null
      limit ${ENDPOINTS} for no key update skip locked`.execute(tx)
    if (due.length === 0) return []
    const { rows } = await sql<{ id: string; webhook: number }>`
      update webhook_delivery set leased_until = ${lease} from webhook cross join lateral (
        select id from webhook_delivery as delivery where delivery.webhook_id = webhook.id and ${isDue}
        order by next_at, made limit greatest(0, ${AT_ONCE} - ${running})) as picked
      where webhook.id = any(${due.map(({ id }) => id)}) and webhook_delivery.id = picked.id
      returning webhook_delivery.id, webhook_delivery.webhook_id as webhook`.execute(tx)
    return rows.map((row) => ({ ...row, lease }))
  })
}

/** Sends a leased delivery once and stores what came of it. */
export async function sendClaimed(deps: Deps, claimed: Claimed): Promise<void> {
  const { db, now } = deps
  const row = await deliveryRows(db)
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select('webhook.url')
    .where('delivery.id', '=', claimed.id)
    .executeTakeFirst()
  if (!row) return
  const { id, body } = messageOf(row)
  const at = now()
  const seconds = Math.floor(at.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Savari-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
  }
  const signature = webhookSignature(await secretsOf(deps, claimed.webhook), { id, seconds, body })
  const started = performance.now()
  const answer = await deps.sendWebhook({ url: row.url, headers: { ...headers, 'webhook-signature': signature }, body })
  const ms = Math.round(performance.now() - started)
  await settle(deps, claimed, {
    ...{ at, ms, request_headers: { ...headers, 'webhook-signature': 'v1,…' } },
    ...('problem' in answer
      ? { status: null, problem: answer.problem, response_headers: null, response_body: null }
      : { status: answer.status, problem: null, response_headers: answer.headers, response_body: answer.body }),
  })
}

type Try = {
  at: Date
  ms: number
  status: number | null
  problem: SendProblem | null
  request_headers: Record<string, string>
  response_headers: Record<string, string> | null
  response_body: string | null
}

async function settle(deps: Deps, { id, webhook, lease }: Claimed, made: Try) {
  const isDelivered = made.status !== null && made.status >= 200 && made.status < 300
  await inTransaction(deps.db, async (tx) => {
    const endpoint = await tx
      .selectFrom('webhook')
      .select(['failing_since', 'is_on'])
      .where('id', '=', webhook)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const held = await tx
      .selectFrom('webhook_delivery')
      .select(['failures', 'status', 'leased_until', 'next_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!endpoint || !held) return
    const [request_headers, response_headers] = [made.request_headers, made.response_headers].map((headers) =>
      headers === null ? null : JSON.stringify(headers),
    )
    await tx
      .insertInto('webhook_try')
      .values({ ...made, delivery_id: id, request_headers: request_headers ?? '{}', response_headers })
      .execute()
    // Somebody else has it: the lease ended meanwhile, or the endpoint was switched off.
    if (held.leased_until?.getTime() !== lease.getTime()) return
    const now = deps.now()
    // It was to be sent again while it was sent.
    const isAgain = held.next_at > made.at
    const failures = isAgain || isDelivered ? held.failures : held.failures + 1
    // What was published while the endpoint was switched off, or sent there by hand, is tried once.
    const pause = endpoint.is_on ? pauseAfter(failures) : undefined
    const status = isAgain ? 'WAITING' : isDelivered ? 'DELIVERED' : pause === undefined ? 'FAILED' : 'WAITING'
    const next_at = isAgain || status !== 'WAITING' ? held.next_at : new Date(now.getTime() + (pause ?? 0))
    await tx
      .updateTable('webhook_delivery')
      .set({ status, failures, next_at, leased_until: null })
      .where('id', '=', id)
      .execute()
    const failing_since = isDelivered ? null : (endpoint.failing_since ?? made.at)
    if (failing_since?.getTime() !== endpoint.failing_since?.getTime())
      await tx.updateTable('webhook').set({ failing_since }).where('id', '=', webhook).execute()
    const isTooLong = failing_since !== null && now.getTime() - failing_since.getTime() >= SWITCHED_OFF_AFTER_MS
    if (isTooLong || made.status === GONE) await switchOff(deps, tx, webhook)
  })
}
