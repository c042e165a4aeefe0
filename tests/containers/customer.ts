import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { until } from '../support/server/cluster/program.ts'

/** Sends a request to a path of the site. */
export type Site = (path: string, init?: RequestInit) => Promise<Response>
export type Person = { headers: Record<string, string>; phone: string }

export const siteAt =
  (address: string, by: typeof fetch = fetch): Site =>
  (path, init) =>
    by(`${address}${path}`, init)

/** Signs a new customer in with the code in the outbox that `outbox` reads. */
export async function signIn(site: Site, outbox: () => Promise<string> | string): Promise<Person> {
  const phone = `91${randomInt(10_000_000, 99_999_999)}`
  const person = { country_code: '+98', phone }
  await answered(await send(site, 'POST', '/api/users/login/', person))
  const message = await until(async () => (await outbox()).split('\n').find((line) => line.includes(`+98${phone}`)), {
    describe: () => 'no code was sent',
  })
  const { code } = JSON.parse(message)
  const tokens = await answered(await send(site, 'PATCH', '/api/users/activate/', { ...person, token: code }))
  return { phone, headers: { authorization: `Bearer ${tokens.access}` } }
}

/** Uploads a picture of the customer; returns its id. */
export async function uploadPicture(site: Site, { headers }: Person): Promise<string> {
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: '#0a7' } }).png()
  const form = new FormData()
  form.set('image', new File([new Uint8Array(await picture.toBuffer())], 'me.png', { type: 'image/png' }))
  const stored = await answered(await site('/api/upload/images/avatar/', { method: 'POST', body: form, headers }))
  return String(stored.avatar_id)
}

export async function unreadable(site: Site, { headers }: Person, picture: string): Promise<number> {
  const answer = await site(`/api/users/avatars/${picture}/`, { headers })
  const isPicture = answer.status === 200 && (await answer.arrayBuffer()).byteLength > 100
  return isPicture ? 0 : 1
}

export function send(site: Site, method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const key = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  return site(path, { method, headers: { ...key, ...headers }, body: JSON.stringify(body) })
}

/** The body of an answer; throws with what it says if it is an error. */
export async function answered(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
