import { z } from 'zod'
import { about, alsoFor, forCompany, limited, locking, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Flag, Instant, KeptFlag, listOf, PageQuery, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { EVENT_TYPES } from '#app/rules/access/api-event.ts'
import { TEST_EVENT } from '#app/rules/access/webhook.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** An address that is reached by TLS, without credentials in it. */
const Address = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .max(500, 'max_length')
  .refine((url) => isSecure(url), 'web_address')
const isSecure = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}
const EventTypes = z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length)

/** Where events are sent, and which; no type means all, also those that are added later. */
export const WebhookFields = z.object({ url: Address, events: EventTypes.default([]) })

const Webhook = z.object({
  id: z.int(),
  url: z.string(),
  /** None: all. */
  events: z.array(z.enum(EVENT_TYPES)),
  is_on: z.boolean(),
  /** Since when nothing has succeeded; null unless the last try failed. */
  failing_since: Instant.nullable(),
  /** When it was switched off because of failures; null if it was not. */
  failed_at: Instant.nullable(),
  created_at: Instant,
  /** Until when the former secret signs, too; null if none does. */
  former_until: Instant.nullable(),
})
/** With the secret of its signatures, which no other answer contains. */
const ShownWebhook = Webhook.extend({ secret: z.string() })

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const

/** An event on its way to an endpoint. */
const Delivery = z.object({
  id: PublicId,
  webhook: z.int(),
  /** Null for a test. */
  event: PublicId.nullable(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT]),
  status: z.enum(DELIVERY_STATUSES),
  /** The failed tries since it was last to be sent. */
  failures: z.int(),
  /** When it is tried next; null if it is not. */
  next_at: Instant.nullable(),
  created_at: Instant,
})
const Headers = z.record(z.string(), z.string())
const DeliveryDetail = Delivery.extend({
  url: z.string(),
  /** What is sent: its first 16,384 characters. */
  body: z.string(),
  /** The latest fifty tries, the latest first. Secrets are masked. */
  tries: z.array(
    z.object({
      at: Instant,
      /** How long it took, in milliseconds. */
      ms: z.int(),
      request_headers: Headers,
      /** The status of the answer; null where there was none. */
      status: z.int().nullable(),
      /** Why there was none. */
      problem: z.enum(['address', 'private', 'unreachable', 'certificate', 'too_slow']).nullable(),
      response_headers: Headers.nullable(),
      /** The first 16,384 bytes of the answer. */
      response_body: z.string().nullable(),
    }),
  ),
})

const ofOwners = owners.meta(alsoFor(owners))
const id = z.object({ id: RowId })
const creating = forCompany(ofOwners)
const rotating = locking(ofOwners, 'webhook')
const sending = about(ofOwners, 'webhook')
const resending = about(ofOwners, 'webhookDelivery')

export const webhooks = {
  list: forCompany(ofOwners)
    .route({ method: 'GET', path: '/desk/webhooks/', summary: 'Where events are sent (ours)', tags: ['company'] })
    .input(z.object({ company: CompanyId }))
    .output(z.object({ webhooks: z.array(Webhook) })),
  create: creating
    .meta(limited(creating, { bucket: 'new webhook', most: 50, seconds: DAY_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/webhooks/',
      summary: 'Send events to an address; the secret is in this answer and never shown again (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(WebhookFields.extend({ company: CompanyId }))
    .output(ShownWebhook),
  read: about(ofOwners, 'webhook')
    .route({ method: 'GET', path: '/desk/webhooks/{id}/', summary: 'One endpoint (ours)', tags: ['company'] })
    .input(id)
    .output(Webhook),
  change: locking(ofOwners, 'webhook')
    .route({
      method: 'PATCH',
      path: '/desk/webhooks/{id}/',
      summary: 'Another address or other events, or switch it on or off: what waits is given up then (ours)',
      tags: ['company'],
    })
    .input(id.extend({ url: Address.optional(), events: EventTypes.optional(), is_on: KeptFlag }))
    .output(Webhook),
  remove: locking(ofOwners, 'webhook')
    .route({
      method: 'DELETE',
      path: '/desk/webhooks/{id}/',
      summary: 'Nothing is sent there any more; its deliveries are deleted (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(z.object({ removed: z.boolean() })),
  rotate: rotating
    .meta(limited(rotating, { bucket: 'new webhook', most: 50, seconds: DAY_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/webhooks/{id}/rotate/',
      summary: 'Another secret, shown once; for a day the former one signs, too (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(ShownWebhook),
  test: sending
    .meta(limited(sending, { bucket: 'webhook test', most: 60, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/webhooks/{id}/test/',
      summary: 'Send an event of the type webhook.test (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(Delivery),
  replay: sending
    .meta(limited(sending, { bucket: 'webhook replay', most: 1000, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/webhooks/{id}/replay/',
      summary: 'Send the events since a moment again, a thousand with each call (ours)',
      tags: ['company'],
    })
    .input(
      id.extend({
        since: Instant,
        /** What the last call answered, to go on. */
        after: z.preprocess(empty, PublicId.optional()),
        /** Only those that were not delivered. */
        only_failed: Flag,
      }),
    )
    .output(
      z.object({
        /** How many are sent again. */
        count: z.int(),
        /** To be sent as `after` to go on; null if that was all. */
        after: PublicId.nullable(),
      }),
    ),
  deliveries: about(ofOwners, 'webhook')
    .route({
      method: 'GET',
      path: '/desk/webhooks/{id}/deliveries/',
      summary: 'What was sent to an endpoint and what waits, the latest first (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        id: RowId,
        /** Those alone; a failed one is not tried any more. */
        status: z.preprocess(empty, z.enum(DELIVERY_STATUSES).optional().catch(undefined)),
      }),
    )
    .output(listOf(Delivery)),
  delivery: about(ofOwners, 'webhookDelivery')
    .route({
      method: 'GET',
      path: '/desk/deliveries/{id}/',
      summary: 'One delivery with headers and bodies of both sides (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(DeliveryDetail),
  resend: resending
    .meta(limited(resending, { bucket: 'webhook resend', most: 600, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/deliveries/{id}/resend/',
      summary: 'Send an event again, with the same id (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(Delivery),
}
