import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { makeCertificate } from '../process/certificate.ts'

/** A browser's subscription as a site sees it. The private key stays with the browser. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type Pushed = {
  endpoint: string
  data: Record<string, string>
  ttl: number
  urgency: string
  topic: string
  /** The subject of the verified VAPID token. */
  subject: string
}

export type PushService = {
  /** `localhost:…` */
  host: string
  /** The certificate to trust, in PEM. */
  ca: string
  subscribe: () => Subscription
  /** What arrived, decrypted, oldest first. */
  received: Pushed[]
  /** Sets the answer from now on (at first 201); `never` leaves requests open. */
  answer: (status: number | 'never', headers?: Record<string, string>) => void
  close: () => Promise<void>
}

/** A push service on this machine that decrypts what it gets and checks who signed it. Source: protocols/push.md §4. */
export async function openPushService(): Promise<PushService> {
  const { key, cert } = makeCertificate()
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: Pushed[] = []
  let next: { status: number | 'never'; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer({ key, cert }, async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    if (next.status === 'never') return
    if (next.status >= 300) {
      response.writeHead(next.status, next.headers).end()
      return
    }
    const browser = browsers.get(request.url ?? '')
    if (!browser) {
      response.writeHead(410).end()
      return
    }
    try {
      const plain = decrypt(Buffer.concat(pieces), {
        version: 'aes128gcm',
        privateKey: browser.ecdh,
        authSecret: browser.auth.toString('base64url'),
      })
      received.push({
        endpoint: `https://${request.headers.host}${request.url}`,
        data: JSON.parse(plain.toString()),
        ttl: Number(request.headers.ttl),
        urgency: String(request.headers.urgency),
        topic: String(request.headers.topic),
        subject: await subjectOf(String(request.headers.authorization), `https://${request.headers.host}`),
      })
      response.writeHead(201).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    ca: cert,
    received,
    subscribe() {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(9).toString('base64url')}`
      browsers.set(path, { ecdh, auth })
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint: `https://${host}${path}`, keys }
    },
    answer: (status, headers = {}) => {
      next = { status, headers }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function subjectOf(authorization: string, audience: string): Promise<string> {
  const [, token = '', k = ''] = /^vapid t=([^,]+), *k=(\S+)$/.exec(authorization) ?? []
  const point = Buffer.from(k, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience })
  return String(payload.sub)
}
