/** Where a push message goes: a browser's own subscription, or a registration of Firebase. */
export type PushTarget =
  | { kind: 'web'; endpoint: string; p256dh: string; auth: string }
  | { kind: 'token' | 'fid'; registration: string }

export type PushMessage = {
  /** What our worker shows: texts only, below 3000 bytes together. */
  data: Record<string, string>
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** At most 32 URL-safe characters: an undelivered message of the same topic is replaced. */
  topic: string
}

/** `gone`: the target takes nothing any more. `later`: try again, after so many seconds where the service says so. */
export type PushOutcome =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'later'; seconds: number; reason: string }
  | { outcome: 'refused'; reason: string }

export type SendPush = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>

/** The seconds of a Retry-After header, in either of its forms; 0 where there is none. */
export function retryAfter(header: string | null | undefined, now: Date): number {
  if (!header) return 0
  const seconds = /^\d{1,6}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), 86_400) : 0
}
