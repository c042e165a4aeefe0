import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { atLeast, atMost, measured, type Row } from '../bench/table.ts'
import { DRIVER } from '../cluster/workload.ts'
import { makeCompany } from '../support/server/own-fleet.ts'
import { pressAtBank } from '../support/server/simulators/press-at-bank.ts'
import { answered, type Person, type Site, send, signIn, siteAt, unreadable, uploadPicture } from './customer.ts'
import { HOST, type Stack } from './stack.ts'
import { type Visitor, visitorOf } from './through-proxy.ts'

const SITE = `https://${HOST}`
const BANK = `${SITE}:8443`
const SITES = ['site-1', 'site-2']
const SERVICES = [...SITES, 'proxy', 'database', 'cache', 'files']
/** Garage's image has nothing that its health could be asked with. */
const WITH_CHECK = [...SITES, 'database', 'cache']
const READ_ONLY = [...SITES, 'proxy', 'cache']
const PATHS = [
  '/',
  '/en',
  '/ar/rent/car',
  '/en/rent/car?city=kish',
  '/status',
  '/de/login',
  '/sitemap.xml',
  '/robots.txt',
]
/** `stop_grace_period` in compose.yaml. */
const STOPS_WITHIN_S = 15
const UP_WITHIN_S = 120

/** Starts all of compose and walks through it over TLS. */
export async function walk(stack: Stack): Promise<Row[]> {
  const seconds = await stack.up()
  const visitor = visitorOf(stack)
  const site = siteAt(SITE, visitor.fetch)
  const outbox = async () => (await stack.exec('site-2', ['cat', '/data/outbox.jsonl'])).output
  try {
    const services = await lookAtServices(stack)
    const pages = await visitPages(visitor)
    const fleet = await bringFleet(stack)
    const person = await signIn(site, outbox)
    const paid = await reserveAndPay(stack, visitor, person)
    const uploaded = await upload(stack, site, person)
    const chat = await talk(stack, { site, visitor }, person)
    const stopped = await restartOneUnderTraffic(stack, visitor)
    const kept = await restartAll(stack, { person, reservation: paid.id, avatar: uploaded.id })
    return [
      atMost('all six services are up after', seconds, UP_WITHIN_S, 's'),
      ...[...services, ...pages, ...fleet, ...paid.rows, ...uploaded.rows, ...chat, ...stopped, ...kept],
    ]
  } finally {
    visitor.close()
  }
}

async function lookAtServices({ inspect }: Stack): Promise<Row[]> {
  const all = await Promise.all(SERVICES.map(async (name) => ({ name, ...(await inspect(name)) })))
  const without = (names: string[], has: (service: (typeof all)[number]) => unknown) =>
    all.filter((service) => names.includes(service.name) && !has(service)).length
  return [
    atMost(
      'services that do not run',
      without(SERVICES, ({ State }) => State.Status === 'running'),
      0,
      '',
    ),
    atMost(
      'services that had to be started again',
      without(SERVICES, ({ RestartCount }) => RestartCount === 0),
      0,
      '',
    ),
    atMost(
      'health checks that fail',
      without(WITH_CHECK, ({ State }) => State.Health?.Status === 'healthy'),
      0,
      '',
    ),
    atMost(
      'services that can write to their root',
      without(READ_ONLY, ({ HostConfig }) => HostConfig.ReadonlyRootfs),
      0,
      '',
    ),
    atMost(
      'services that keep rights',
      without(READ_ONLY, ({ HostConfig }) => HostConfig.CapDrop?.includes('ALL')),
      0,
      '',
    ),
    atMost(
      'services that can get rights',
      without(SERVICES, ({ HostConfig: { SecurityOpt } }) =>
        SecurityOpt?.some((option) => option.startsWith('no-new-privileges')),
      ),
      0,
      '',
    ),
  ]
}

async function visitPages({ fetch }: Visitor): Promise<Row[]> {
  const answers = await Promise.all(PATHS.map((path) => fetch(`${SITE}${path}`)))
  const plain = await fetch(`http://${HOST}/en`)
  const isSent = plain.status === 308 && plain.headers.get('location') === `${SITE}/en`
  const hsts = answers.filter(({ headers }) => !headers.get('strict-transport-security')).length
  const { length } = answers.filter(({ status }) => status !== 200)
  return [
    atMost(`pages of a new installation that fail, of ${PATHS.length}`, length, 0, ''),
    atMost('of these, those without HSTS', hsts, 0, ''),
    atMost('plain HTTP that is not sent to HTTPS', isSent ? 0 : 1, 0, ''),
  ]
}

/** The first operator, a company, and its fleet, by the commands of the image. */
async function bringFleet({ exec, ports, secrets }: Stack): Promise<Row[]> {
  const phone = '+989120000001'
  const admin = await exec('site-1', ['npm', 'run', '-s', 'admin', '--', 'create', '--phone', phone, '--name', 'Owner'])
  // Companies come from applications that operators decide; that is not what is shown here.
  process.env.DATABASE_URL = `postgres://savari:${secrets.DATABASE_PASSWORD}@127.0.0.1:${ports.database}/savari`
  const company = await makeCompany({ city: 'kish' })
  const command = `cat > /tmp/fleet.csv && npm run -s import -- /tmp/fleet.csv --company ${company}`
  const imported = await exec('site-2', ['sh', '-c', command], readFileSync('docs/fleet-example.csv', 'utf8'))
  const why = (ended: { code: number; output: string }) => (ended.code === 0 ? 'done' : ended.output.slice(-300))
  return [
    { what: 'npm run admin in the container', value: why(admin), met: admin.code === 0 },
    { what: 'npm run import in the container', value: why(imported), met: imported.code === 0 },
  ]
}

async function reserveAndPay(stack: Stack, { fetch }: Visitor, { phone, headers }: Person) {
  const site = siteAt(SITE, fetch)
  const database = ['psql', '-U', 'savari', '-Atc', 'select id from ad where guarantee_amount = 0 order by id limit 1']
  const vehicle = Number((await stack.exec('database', database)).output)
  const start = addDays(dateIn('Asia/Tehran', new Date()), 30)
  const time = { start_date: start, start_time: '10:00', end_date: addDays(start, 3), end_time: '10:00' }
  const path = `/api/v2/rentals/${vehicle}/reserve/`
  const reserved = await answered(await send(site, 'POST', path, { ...DRIVER, phone, ...time }, headers))
  const pay = { gateway: 'saman', transaction_id: reserved.id, use_wallet: false }
  const started = await answered(await send(site, 'POST', '/api/gateway/pay/', pay, headers))
  const answer = await pressAtBank(BANK, String(started.url), 'pay', fetch)
  const verify = { ref_id: started.payment_id, answer }
  const paid = await answered(await send(site, 'POST', '/api/payments/pay/client_verify/', verify, headers))
  const isPaid = paid.status === 'PAID' && (await statusOf(site, headers, String(reserved.id))) === 'CONFIRMED'
  return {
    id: String(reserved.id),
    rows: [atMost('reservations, paid at the simulated bank, that are not confirmed', isPaid ? 0 : 1, 0, '')],
  }
}

async function upload({ exec }: Stack, site: Site, person: Person) {
  const id = await uploadPicture(site, person)
  const inStore = await exec('files', ['sh', '-c', 'find /var/lib/garage -type f | wc -l'])
  return {
    id,
    rows: [
      atMost('uploads that cannot be read', await unreadable(site, person, id), 0, ''),
      atLeast('files in the volume of the S3 store', Number(inStore.output), 1, ''),
    ],
  }
}

async function talk(
  { ports }: Stack,
  { site, visitor: { agent } }: { site: Site; visitor: Visitor },
  { headers }: Person,
): Promise<Row[]> {
  const opened = await answered(await send(site, 'POST', '/api/ticketing/create-sale-chat/', {}, headers))
  const room = (opened.room as unknown as { id: string }).id
  const token = String(headers.authorization).replace('Bearer ', '')
  const enter = async () => {
    const client: Socket<ServerToClient, ClientToServer> = io(`${SITE}:${ports.https}`, {
      ...{ transports: ['websocket'], forceNew: true, extraHeaders: { host: HOST } },
      // The types ask for the name of one; the client takes one of Node's.
      agent: agent as unknown as string,
      auth: { token, rooms: { [room]: 0 } },
    })
    await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject))
    await client.timeout(5000).emitWithAck('join', { room })
    return client
  }
  const [one, two] = [await enter(), await enter()]
  try {
    const heard = new Promise<void>((resolve) => two.once('new_message', () => resolve()))
    const at = performance.now()
    await one.timeout(5000).emitWithAck('new_message', { room, message: 'Hello', client_id: crypto.randomUUID() })
    await Promise.race([heard, sleep(5000)])
    return [atMost('a message by WebSocket through Caddy is heard after', performance.now() - at, 2000, 'ms')]
  } finally {
    for (const client of [one, two]) client.disconnect()
  }
}

/** Stops and starts each site while visitors look at pages. */
async function restartOneUnderTraffic({ compose, inspect }: Stack, { fetch }: Visitor): Promise<Row[]> {
  const failures: string[] = []
  let [asked, isOver] = [0, false]
  const look = async (path: string) => {
    while (!isOver) {
      asked++
      const answer = await fetch(`${SITE}${path}`).catch((error: Error) => error)
      if (answer instanceof Error) failures.push(`${path}: ${answer.message}`)
      else if (answer.status !== 200) failures.push(`${path}: ${answer.status}`)
      await sleep(50)
    }
  }
  const visitors = ['/en', '/en/rent/car?city=kish', '/status'].map(look)
  const stops: number[] = []
  const codes: number[] = []
  try {
    for (const site of SITES) {
      await sleep(1000)
      const began = performance.now()
      await compose('stop', site)
      stops.push((performance.now() - began) / 1000)
      codes.push((await inspect(site)).State.ExitCode)
      await compose('up', '-d', '--wait', site)
    }
    await sleep(1000)
  } finally {
    isOver = true
  }
  await Promise.all(visitors)
  return [
    measured('requests while one site after the other is stopped and started', asked, ''),
    { ...atMost('of these, those that failed', failures.length, 0, ''), ...(failures[0] && { budget: failures[0] }) },
    atMost('a site stops within', Math.max(...stops), STOPS_WITHIN_S, 's', 1),
    atMost('its exit code', Math.max(...codes), 0, ''),
  ]
}

async function restartAll(
  stack: Stack,
  { person, reservation, avatar }: { person: Person; reservation: string; avatar: string },
): Promise<Row[]> {
  const before = stack.certificate()
  await stack.compose('down')
  const seconds = await stack.up()
  const visitor = visitorOf(stack)
  try {
    const site = siteAt(SITE, visitor.fetch)
    const profile = await site('/api/users/profile/', { headers: person.headers })
    const isKept = (await statusOf(site, person.headers, reservation)) === 'CONFIRMED'
    return [
      atMost('after all are removed and made again, they are up after', seconds, UP_WITHIN_S, 's'),
      atMost('sessions that are lost', profile.status === 200 ? 0 : 1, 0, ''),
      atMost('reservations that are lost', isKept ? 0 : 1, 0, ''),
      atMost('uploads that are lost', await unreadable(site, person, avatar), 0, ''),
      atMost('certificates that are lost', stack.certificate() === before ? 0 : 1, 0, ''),
    ]
  } finally {
    visitor.close()
  }
}

async function statusOf(site: Site, headers: Record<string, string>, reservation: string) {
  const answer = await site(`/api/business/rent/ad/reserve/${reservation}/status/`, { headers })
  return ((await answer.json()) as { status: string }).status
}
