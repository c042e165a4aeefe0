/** Where a push message goes: a browser's own subscription, or a registration of Firebase. */
export type PushTarget =
  | { kind: 'web'; endpoint: string; p256dh: string; auth: string }
  | { kind: 'token' | 'fid'; registration: string }

export type PushMessage = {
  /** What our worker shows: only texts, less than 3000 bytes in total. */
  data: Record<string, string>
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** At most 32 URL-safe characters: an undelivered message of the same topic is replaced. */
  topic: string
}

/** `gone`: the target no longer accepts messages. `later`: try again, after the number of seconds that the service names, if any. */
export type PushOutcome =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'later'; seconds: number; reason: string }
  | { outcome: 'refused'; reason: string }

export type SendPush = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>

/** The seconds of a Retry-After header in either of its forms; 0 without one. */
export function retryAfter(header: string | null | undefined, now: Date): number {
  if (!header) return 0
  const seconds = /^\d{1,6}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), 86_400) : 0
}
