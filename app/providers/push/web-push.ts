import { Agent } from 'node:https'
import webpush, { WebPushError } from 'web-push'
import { type PushOutcome, retryAfter, type SendPush } from './push.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

type World = { now: () => Date; timeoutMs?: number; ca?: string }

/** Makes new keys by which push services recognise us (protocols/push.md §3.1). */
export function newVapidKeys(): VapidKeys {
  return webpush.generateVAPIDKeys()
}

/** Standard Web Push: encrypts for the browser and signs for its push service. Source: protocols/push.md §3. */
export function createWebPush(vapid: VapidKeys & { subject: string }, world: World): SendPush {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, ...(world.ca && { ca: world.ca }) })
  return async (target, message) => {
    if (target.kind !== 'web') return { outcome: 'refused', reason: 'no web subscription' }
    const { endpoint, p256dh, auth } = target
    try {
      await webpush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message.data), {
        vapidDetails: vapid,
        TTL: message.ttlSeconds,
        urgency: message.urgency,
        topic: message.topic,
        timeout: world.timeoutMs ?? 8_000,
        agent,
      })
      return { outcome: 'sent' }
    } catch (error) {
      return outcomeOf(error, world.now())
    }
  }
}

function outcomeOf(error: unknown, now: Date): PushOutcome {
  if (!(error instanceof WebPushError)) return { outcome: 'later', seconds: 0, reason: 'unreachable' }
  const { statusCode, headers } = error
  const reason = `status ${statusCode}`
  if (statusCode === 404 || statusCode === 410) return { outcome: 'gone' }
  // The push service of Windows has used 406 where others use 429.
  if (statusCode >= 500 || [406, 429].includes(statusCode)) {
    const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
    return { outcome: 'later', seconds: retryAfter(String(header ?? ''), now), reason }
  }
  return { outcome: 'refused', reason }
}
