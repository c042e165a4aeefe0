import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/rules/time/durations.ts'

/** The endpoints that a company can have at a time. Source: *ours*. */
export const MOST_WEBHOOKS = 10
/** The type of an event that is sent to try an endpoint. */
export const TEST_EVENT = 'webhook.test' as const
/** How long the former secret signs beside the new one. Source: issue 20, B. */
export const SECRET_OVERLAP_MS = DAY_MS
/** After this long without a success an endpoint is switched off. Source: issue 20, B. */
export const SWITCHED_OFF_AFTER_MS = 5 * DAY_MS
/** The events that one call sends again, of a replay. Source: *ours*. */
export const REPLAYED_AT_ONCE = 1000

/** The pauses before the second try and each further one. Source: issue 20, B; Svix's schedule. */
const PAUSES_MS = [...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS], ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]]

/** When a delivery is tried again, in milliseconds after its last failure; undefined if it is given up. */
export function pauseAfter(failures: number): number | undefined {
  return PAUSES_MS[failures - 1]
}

export const SECRET_BYTES = 32
const SECRET_PREFIX = 'whsec_'

/** A secret as receivers get it. Source: Standard Webhooks. */
export function webhookSecret(bytes: Uint8Array): string {
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`
}

/**
 * The header `webhook-signature`: one signature for each secret, parted by spaces. `seconds` is the header `webhook-timestamp`. Source:
 * Standard Webhooks.
 */
export function webhookSignature(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  return secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ')
}
