import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { atMost, type Row } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import { makePerson } from './customers.ts'
import { type Requests, requestsTo } from './requests.ts'
import type { Cluster } from './start-cluster.ts'

type Client = Socket<ServerToClient, ClientToServer>

/** A kept page lives for ten seconds, and a room is reviewed as often: what is sooner was announced. */
const SOONER_MS = 5_000
/** Codes that one phone gets in an hour. Source: quality.md, "Decided after the second look". */
const CODES_AN_HOUR = 5
const PEOPLE = 10
let limited = 0

/** Whether two sites behave as one: what one of them does, the other knows. */
export async function measureShared(cluster: Cluster, db: Kysely<DB>): Promise<Row[]> {
  const [first, second] = cluster.sites.map(({ origin }) => requestsTo(origin)) as [Requests, Requests]
  return [...(await signIns(cluster, first, second)), ...(await measureCarried(cluster, db)), await files(cluster, db)]
}

/** Of that what Redis carries or counts, as long as it is there. */
export async function measureCarried(cluster: Cluster, db: Kysely<DB>): Promise<Row[]> {
  const [first, second] = cluster.sites.map(({ origin }) => requestsTo(origin)) as [Requests, Requests]
  return [await limits(first, second), await keptPages(db, first, second), await chat(cluster, db, first)]
}

/** Codes by jobs, each sent once, and sessions that hold at every process. */
async function signIns({ dataDir }: Cluster, first: Requests, second: Requests): Promise<Row[]> {
  const phones = Array.from({ length: PEOPLE }, (_, n) => `914000000${n}`)
  const sent = (phone: string) => messagesIn(dataDir).filter(({ to, code }) => to === `+98${phone}` && code)
  const inTwo = await Promise.all(
    phones.map(async (phone, n) => {
      const person = { country_code: '+98', phone }
      const address = `10.99.0.${n + 1}`
      const [here, there] = n % 2 ? [first, second] : [second, first]
      await here.untilAnswered({ method: 'POST', path: '/api/users/login/', body: person, address })
      const message = await until(() => sent(phone)[0], { describe: () => `no code for ${phone}` })
      const body = { ...person, token: message.code }
      const tokens = await there.untilAnswered({ method: 'PATCH', path: '/api/users/activate/', body, address })
      const profile = { path: '/api/users/profile/', token: String(tokens?.body.access) }
      const profiles = await Promise.all([first, second].map((each) => each.untilAnswered(profile)))
      return profiles.every((answer) => answer?.status === 200)
    }),
  )
  return [
    atMost('people whose session does not hold at both sites', inTwo.filter((held) => !held).length, 0, ''),
    atMost(
      'codes that were sent twice by two processes',
      phones.filter((phone) => sent(phone).length > 1).length,
      0,
      '',
    ),
  ]
}

async function limits(first: Requests, second: Requests): Promise<Row> {
  limited += 1
  const person = { country_code: '+98', phone: String(9_150_000_000 + limited) }
  const statuses: number[] = []
  for (let n = 0; n < 2 * CODES_AN_HOUR; n++) {
    const site = n % 2 ? first : second
    const answer = await site.untilAnswered({ method: 'POST', path: '/api/users/login/', body: person })
    statuses.push(answer?.status ?? 0)
  }
  const admitted = statuses.filter((status) => status < 300).length
  return atMost(`codes for one phone at two sites, of ${statuses.length} requests`, admitted, CODES_AN_HOUR, '')
}

async function keptPages(db: Kysely<DB>, first: Requests, second: Requests): Promise<Row> {
  const { token } = await makePerson(db, 'ADMIN')
  const path = '/pages/contact'
  const title = `At all sites ${Date.now()}`
  const pageHas = async () => String((await second.untilAnswered({ path }))?.body.text).includes(title)
  // Kept from here on.
  await pageHas()
  await pageHas()
  const inAll = (text: string) => Object.fromEntries(LANGUAGES.map((language) => [language, text]))
  const body = { type: 'GENERAL', position: 1, title: inAll(title), description: inAll('Here'), phone: '+982112345678' }
  const changed = await first.untilAnswered({ method: 'POST', path: '/api/admin/contacts/', body, token: token() })
  if (changed?.status !== 201) throw new Error(JSON.stringify(changed?.body))
  const at = performance.now()
  await until(pageHas, { everyMs: 20, describe: () => 'the other site keeps the old page' })
  return atMost('a change at one site is on the other’s kept page after', performance.now() - at, SOONER_MS, 'ms')
}

async function chat({ sites }: Cluster, db: Kysely<DB>, first: Requests): Promise<Row> {
  const [customer, operator] = [await makePerson(db), await makePerson(db, 'ADMIN')]
  const path = '/api/ticketing/create-sale-chat/'
  const opened = await first.untilAnswered({ method: 'POST', path, body: {}, token: customer.token() })
  if (!opened) throw new Error('the chat is not answered')
  const { id } = (opened.body as { room: { id: string } }).room
  const one = await entered(sites[0]?.origin ?? '', customer.token(), id)
  const two = await entered(sites[1]?.origin ?? '', operator.token(), id)
  try {
    const heard = new Promise<void>((resolve) => two.once('new_message', () => resolve()))
    const at = performance.now()
    await one.timeout(5000).emitWithAck('new_message', { room: id, message: 'Hello', client_id: crypto.randomUUID() })
    await heard
    return atMost('a message at one site is heard at the other after', performance.now() - at, SOONER_MS, 'ms')
  } finally {
    for (const client of [one, two]) client.disconnect()
  }
}

async function entered(origin: string, token: string, room: string): Promise<Client> {
  const client: Client = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token, rooms: { [room]: 0 } },
  })
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
  await client.timeout(5000).emitWithAck('join', { room })
  return client
}

/** A picture that one site stores in S3 and another one reads there. */
async function files({ sites }: Cluster, db: Kysely<DB>): Promise<Row> {
  const { token } = await makePerson(db)
  const headers = { authorization: `Bearer ${token()}` }
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }))
  const path = `${sites[0]?.origin}/api/upload/images/avatar/`
  const stored = await fetch(path, { method: 'POST', body: form, headers })
  const { avatar_id } = (await stored.json()) as { avatar_id: string }
  const read = await fetch(`${sites[1]?.origin}/api/users/avatars/${avatar_id}/`, { headers })
  await read.arrayBuffer()
  return atMost('pictures that the other site does not find in S3', read.status === 200 ? 0 : 1, 0, '')
}

/** The messages that a site of the demonstration has sent, the oldest first. */
export function messagesIn(dataDir: string): { to: string; code?: string }[] {
  try {
    const lines = readFileSync(join(dataDir, 'outbox.jsonl'), 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line))
  } catch {
    // Nothing has been sent yet.
    return []
  }
}
