import { generateKeyPairSync } from 'node:crypto'
import { createFcm } from '#app/providers/push/fcm.ts'
import { createWebPush, newVapidKeys } from '#app/providers/push/web-push.ts'
import { openPushService } from '../../support/server/simulators/push-service.ts'
import { describePush, type PushAnswer } from './push-suite.ts'

const WEB_STATUS: Record<Exclude<PushAnswer, 'silent'>, number> = {
  sent: 201,
  gone: 410,
  busy: 429,
  broken: 503,
  refused: 413,
  garbage: 418,
}

describePush('Web Push', {
  async service() {
    const { answer, received, subscribe, close, ca } = await openPushService()
    const vapid = { ...newVapidKeys(), subject: 'mailto:push@savari.example' }
    return {
      answer: (said, headers) => (said === 'silent' ? answer('never') : answer(WEB_STATUS[said], headers)),
      received: () => received.map(({ data }) => data),
      target() {
        const { endpoint, keys } = subscribe()
        return { kind: 'web', endpoint, ...keys }
      },
      open: (world) => createWebPush(vapid, { ...world, ca }),
      close,
    }
  },
  foreign: { kind: 'token', registration: 'a-registration-of-a-browser' },
  leastSeconds: 0,
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const FIREBASE = {
  projectId: 'savari-test',
  clientEmail: 'push@savari-test.example',
  privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  baseUrl: 'https://fcm.example',
  tokenUrl: 'https://oauth.example/token',
}
const FIREBASE_ERRORS: Partial<Record<PushAnswer, [number, string]>> = {
  gone: [404, 'UNREGISTERED'],
  busy: [429, 'QUOTA_EXCEEDED'],
  broken: [503, 'UNAVAILABLE'],
  refused: [400, 'INVALID_ARGUMENT'],
}

describePush('Firebase', {
  async service() {
    let said: PushAnswer = 'sent'
    let headers: Record<string, string> = {}
    const received: Record<string, string>[] = []
    const ask: typeof fetch = async (url, init) => {
      if (String(url) === FIREBASE.tokenUrl) return Response.json({ access_token: 'a-token', expires_in: 3599 })
      if (said === 'silent') return untilGivenUp(init)
      if (said === 'garbage') return new Response('<h1>What?</h1>', { status: 418 })
      const error = FIREBASE_ERRORS[said]
      if (error) return Response.json({ error: { details: [{ errorCode: error[1] }] } }, { status: error[0], headers })
      received.push(JSON.parse(String(init?.body)).message.data)
      return Response.json({ name: 'projects/savari-test/messages/1' })
    }
    return {
      answer: (next, beside = {}) => {
        said = next
        headers = beside
      },
      received: () => received,
      target: () => ({ kind: 'token', registration: 'a-registration-of-a-browser' }),
      open: (world) => createFcm(FIREBASE, { ...world, fetch: ask }),
      close: async () => {},
    }
  },
  foreign: { kind: 'web', endpoint: 'https://push.example/x', p256dh: 'x', auth: 'y' },
  leastSeconds: 60,
})

function untilGivenUp(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
}
