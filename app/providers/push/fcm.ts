import { createSign } from 'node:crypto'
import { type PushMessage, type PushOutcome, type PushTarget, retryAfter, type SendPush } from './push.ts'

export type FcmAccount = {
  projectId: string
  clientEmail: string
  /** PEM. */
  privateKey: string
  /** `https://fcm.googleapis.com` and `https://oauth2.googleapis.com/token`, or a simulator's. */
  baseUrl: string
  tokenUrl: string
}

type World = { now: () => Date; fetch?: typeof fetch; timeoutMs?: number }
type AccessToken = { value: string; endsAt: number }

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const EARLY_MS = 300_000
const GONE = ['UNREGISTERED', 'UNREGISTERED_FID', 'SENDER_ID_MISMATCH']
const LATER = ['QUOTA_EXCEEDED', 'UNAVAILABLE', 'INTERNAL']
/** Google wants a pause of at least a minute when a quota is used up. */
const QUOTA_SECONDS = 60

/**
 * Push by Firebase Cloud Messaging, HTTP v1, with data messages only, which our worker shows. This is a client of our own, because
 * Google's cannot use another host (a simulator) and has 73 MB. Source: protocols/push.md §0, §2.
 */
export function createFcm(account: FcmAccount, world: World): SendPush {
  const ask = world.fetch ?? fetch
  const timeout = () => AbortSignal.timeout(world.timeoutMs ?? 8_000)
  let current: Promise<AccessToken> | undefined

  async function accessToken(): Promise<string> {
    const known = await current?.catch(() => undefined)
    if (known && known.endsAt - EARLY_MS > world.now().getTime()) return known.value
    current = newAccessToken()
    return (await current).value
  }

  async function newAccessToken(): Promise<AccessToken> {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, world.now()),
    })
    const answer = await ask(account.tokenUrl, { method: 'POST', body, signal: timeout() })
    if (!answer.ok) throw new Error(`access token: status ${answer.status}`)
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    return { value: access_token, endsAt: world.now().getTime() + expires_in * 1000 }
  }

  async function post(target: PushTarget, message: PushMessage): Promise<Response> {
    return ask(`${account.baseUrl}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: messageOf(target, message) }),
      signal: timeout(),
    })
  }

  return async (target, message) => {
    if (target.kind === 'web') return { outcome: 'refused', reason: 'no registration of Firebase' }
    try {
      let answer = await post(target, message)
      if (answer.status === 401) {
        current = undefined
        answer = await post(target, message)
      }
      return answer.ok ? { outcome: 'sent' } : await outcomeOf(answer, world.now())
    } catch (error) {
      return { outcome: 'later', seconds: 0, reason: error instanceof Error ? error.name : 'unreachable' }
    }
  }
}

function messageOf(target: PushTarget, { data, ttlSeconds, urgency, topic }: PushMessage) {
  const to = target.kind === 'web' ? {} : { [target.kind]: target.registration }
  return { ...to, data, webpush: { headers: { TTL: String(ttlSeconds), Urgency: urgency, Topic: topic } } }
}

/** Read the error's own code first: a wrong registration and a wrong request are both 400. Source: protocols/push.md §2.3. */
async function outcomeOf(answer: Response, now: Date): Promise<PushOutcome> {
  const body = (await answer.json().catch(() => ({}))) as { error?: FcmError }
  const { status = '', message = '', details = [] } = body.error ?? {}
  const code = details.find(({ errorCode }) => errorCode)?.errorCode ?? status
  const reason = `${answer.status} ${code}`.trim()
  const isBadToken = code === 'INVALID_ARGUMENT' && /registration token/i.test(message)
  if (GONE.includes(code) || answer.status === 404 || isBadToken) return { outcome: 'gone' }
  const seconds = retryAfter(answer.headers.get('retry-after'), now)
  if (answer.status === 429) return { outcome: 'later', seconds: Math.max(seconds, QUOTA_SECONDS), reason }
  if (answer.status >= 500 || LATER.includes(code)) return { outcome: 'later', seconds, reason }
  return { outcome: 'refused', reason }
}

type FcmError = { status?: string; message?: string; details?: { errorCode?: string }[] }

function assertionOf({ clientEmail, privateKey, tokenUrl }: FcmAccount, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: clientEmail, scope: SCOPE, aud: tokenUrl, iat, exp: iat + 3600 })}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}
