import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { DEMONSTRATION_SECRET } from '#app/config.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { CODE_RESEND_SECONDS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { sessionCookie, sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { atLeast, atMost, type Row } from '../bench/table.ts'
import { type Answer, requestsTo } from '../cluster/requests.ts'
import { messagesIn } from '../cluster/shared.ts'
import { until } from '../support/server/cluster/program.ts'
import { makeVehicle } from '../support/server/own-fleet.ts'
import { isReady, type Machine } from './machine.ts'
import { type OwnClock, ownClock, type Whose } from './own-clock.ts'
import { underWork } from './work.ts'

const [HOUR_S, DAY_S] = [3600, 86_400]
/** How far ahead of the real clock the site's is, one after the other: it goes ahead and back by an hour, then back and ahead by a day. */
const AHEAD_S = [HOUR_S, 0, -DAY_S, 0]
/** What a request may take until its clock is read. */
const ABOUT_MS = 5000
const BEFORE_MS = 3000
/** Source: quality.md, "Dependable". */
const BACK_WITHIN_MS = 5000
/** A kept page lives for ten seconds, and so does what is known of a sign-in. */
const PAGE_WITHIN_MS = 13_000
/** Once a minute, noticed within half a one. */
const SWEPT_WITHIN_MS = 100_000
const GIVE_UP_MS = 150_000
const BUSY_MS = 500

/** What was seen after each jump; times in milliseconds. */
type Seen = {
  ready: number
  write: number
  code: number
  swept: number
  page: number
  search: number
  ended: number
  /** Seconds that somebody has to wait for another code. */
  wait: number
  reused: number
  signedOut: number
}

/** Lets the clock of the site jump, and that of its database with it or not, while customers are at work. */
export async function measureClockJumps({ aheadS = AHEAD_S } = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (const whose of ['site', 'machine'] as const) {
    const clock = ownClock()
    if (!clock) {
      console.log('  Skipped: faketime is not installed.')
      return []
    }
    const name = whose === 'site' ? 'the site’s clock alone' : 'site and database'
    const jumped = await jumps(clock, { whose, aheadS }).finally(clock.remove)
    rows.push(...jumped.map((row) => ({ ...row, what: `${name}: ${row.what}` })))
  }
  return rows
}

function jumps(clock: OwnClock, { whose, aheadS }: { whose: Whose; aheadS: number[] }): Promise<Row[]> {
  return underWork(
    async ({ machine, workload, db }) => {
      const visitor = await visitorOf(machine, db)
      await sleep(BEFORE_MS)
      const seen: Seen[] = []
      for (const ahead of aheadS) {
        await visitor.prepare()
        if (ahead > clock.ahead()) workload.holdsMayEnd()
        clock.jumpTo(ahead)
        const at = performance.now()
        const after = () => performance.now() - at
        const write = () => workload.written.find((time) => time > at)
        const [ready, written, looked] = await Promise.all([
          soon(() => isReady(machine.origin)).then(after),
          soon(write).then(after),
          visitor.look(after),
        ])
        seen.push({ ready, write: written, ...looked })
        await guardClock(clock, { machine, db, whose })
      }
      const most = (what: keyof Seen) => Math.max(...seen.map((one) => one[what]))
      const all = (what: keyof Seen) => seen.reduce((sum, one) => sum + one[what], 0)
      return [
        atLeast('jumps', seen.length, aheadS.length, ''),
        atMost('ready after a jump, slowest', most('ready'), BACK_WITHIN_MS, 'ms'),
        atMost('a write is acknowledged, slowest', most('write'), BACK_WITHIN_MS, 'ms'),
        atMost('a code is sent, slowest', most('code'), BACK_WITHIN_MS, 'ms'),
        atMost('the work of each minute is done, slowest', most('swept'), SWEPT_WITHIN_MS, 'ms'),
        atMost('a page that was kept is new, slowest', most('page'), PAGE_WITHIN_MS, 'ms'),
        atMost('search knows another price, slowest', most('search'), BACK_WITHIN_MS, 'ms'),
        atMost('a sign-in that was ended elsewhere counts no more, slowest', most('ended'), PAGE_WITHIN_MS, 'ms'),
        atMost('wait for another code, longest', most('wait'), CODE_RESEND_SECONDS, 's'),
        atMost('codes that were used and count again', all('reused'), 0, ''),
        atMost('people who were signed out', all('signedOut'), 0, ''),
      ]
    },
    { now: clock.now, settings: clock.settings(whose) },
  )
}

/** Throws where a clock has not jumped: then nothing was tested. */
export async function guardClock(
  clock: OwnClock,
  { machine, db, whose }: { machine: Machine; db: Kysely<DB>; whose: Whose },
) {
  const { headers } = await fetch(`${machine.origin}/healthz`)
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const expected = { site: clock.now(), database: whose === 'machine' ? clock.now() : new Date() }
  const found = { site: new Date(headers.get('date') ?? 0), database: rows[0]?.at ?? new Date(0) }
  for (const part of ['site', 'database'] as const) {
    const off = Math.abs(found[part].getTime() - expected[part].getTime())
    if (off > ABOUT_MS) throw new Error(`the clock of the ${part} is ${found[part].toISOString()}`)
  }
}

type Tokens = { access: string; refresh: string }
type SignedIn = { tokens: Tokens; cookie: string }
type Person = { country_code: string; phone: string }
let people = 0

/** Somebody who was signed in before the clock jumps, has asked for a code, and has seen a page and a price. */
async function visitorOf(machine: Machine, db: Kysely<DB>) {
  const requests = requestsTo(machine.origin)
  const vehicle = (await makeVehicle({ dataDir: machine.dataDir })).id
  let [signedIn, left, askedBefore] = [await signIn(), await signIn(), nextPerson()]
  let shown = { price: '', page: '' }
  let markers = 0

  return {
    async prepare() {
      signedIn = await signIn()
      left = await signIn()
      askedBefore = nextPerson()
      await askForCode(askedBefore)
      shown = { price: await priceOf(), page: '' }
      await pageHas(shown.page)
    },
    /** Does what people do after a jump. `after` are the milliseconds since then. */
    async look(after: () => number) {
      const mark = await change()
      await endSession(left)
      const newcomer = nextPerson()
      const [code, swept, page, search, wait, reused, signedOut, ended] = await Promise.all([
        askForCode(newcomer)
          .then(() => codeOf(newcomer))
          .then(after),
        soon(() => isSwept(mark)).then(after),
        soon(() => pageHas(mark)).then(after),
        soon(async () => (await priceOf()) !== shown.price).then(after),
        waitOf(askedBefore),
        isReused(signedIn.person, signedIn.code),
        isSignedOut(signedIn),
        soon(async () => !(await isShown(left.cookie))).then(after),
      ])
      return { code, swept, page, search, wait, reused, signedOut, ended }
    },
  }

  function nextPerson(): Person {
    return { country_code: '+98', phone: `914${8_800_000 + people++}` }
  }

  function ask(method: string, path: string, body?: object, token?: string) {
    // Codes are bound to a network.
    return requests.untilAnswered({
      method,
      path,
      address: '10.97.0.1',
      ...(body && { body }),
      ...(token && { token }),
    })
  }

  async function askForCode(person: Person) {
    return expectStatus(await ask('POST', '/api/users/login/', person), 200)
  }

  function codeOf({ phone }: Person): Promise<string | undefined> {
    const sent = () => messagesIn(machine.dataDir).find(({ to, code }) => to === `+98${phone}` && code)?.code
    return soon(sent)
  }

  async function signIn() {
    const person = nextPerson()
    await askForCode(person)
    const code = (await codeOf(person)) ?? ''
    const tokens = expectStatus(await ask('PATCH', '/api/users/activate/', { ...person, token: code }), 200) as Tokens
    const facts = expectStatus(await ask('GET', '/api/users/profile/', undefined, tokens.access), 200)
    const session = sessionOf(tokens, facts as Parameters<typeof sessionOf>[1], { now: machine.now().getTime() })
    const [cookie = ''] = sessionCookie(session, { secret: DEMONSTRATION_SECRET, origin: machine.origin }).split(';')
    if (!(await isShown(cookie))) throw new Error(`somebody who has just signed in is signed out:\n${machine.output()}`)
    return { person, code, tokens, cookie }
  }

  async function isReused(person: Person, code: string) {
    const answer = await ask('POST', '/api/users/token/', { ...person, token: code })
    return answer && answer.status < 300 ? 1 : 0
  }

  /** 0 if a code is sent at once. */
  async function waitOf(person: Person) {
    const answer = await ask('POST', '/api/users/login/', person)
    if (answer?.status === 200) return 0
    const { retry_after } = (answer?.body.data ?? {}) as { retry_after?: number }
    return retry_after ?? Number.POSITIVE_INFINITY
  }

  /** A program's tokens, refreshed where they have expired, and a browser's cookie, which its page refreshes. */
  async function isSignedOut({ tokens, cookie }: SignedIn) {
    if (!(await isShown(cookie))) return 1
    const profile = (token: string) => ask('GET', '/api/users/profile/', undefined, token)
    if ((await profile(tokens.access))?.status === 200) return 0
    const { refresh } = tokens
    const fresh = expectStatus(await ask('POST', '/api/users/token/', { refresh }), 200) as Tokens
    return (await profile(fresh.access))?.status === 200 ? 0 : 1
  }

  /** Whether somebody sees a page that only who is signed in sees; a site that is busy is asked again. */
  async function isShown(cookie: string): Promise<boolean> {
    const page = await fetch(`${machine.origin}/en/profile/reservations`, { headers: { cookie }, redirect: 'manual' })
    await page.arrayBuffer()
    if (page.status < 500) return page.status === 200
    await sleep(BUSY_MS)
    return isShown(cookie)
  }

  /** Ends a sign-in as another device does, of which the process that serves pages knows nothing. */
  async function endSession({ tokens }: SignedIn) {
    const session = tokens.access.split('.')[0] ?? ''
    await db.updateTable('session').set({ ended_at: machine.now() }).where('id', '=', session).execute()
  }

  /** Changes a price and a page in the database, so that nobody hears of it, and leaves something to be swept. */
  async function change() {
    const mark = `After jump ${++markers}`
    const p = 4_000_000 + 50_000 * markers
    const prices = { p1: p, p3: p, p7: p, p14: p, p30: p }
    await db
      .updateTable('ad')
      .set({ ...prices, ...sortPricesOf(prices, 1, 1) })
      .where('id', '=', vehicle)
      .execute()
    const inAll = JSON.stringify({ fa: mark, en: mark, ar: mark, tr: mark, de: mark })
    await db
      .insertInto('contact')
      .values({ type: 'GENERAL', position: 1, title: inAll, description: inAll, phone: '+982112345678' })
      .execute()
    await db
      .insertInto('rate_count')
      .values({ bucket: mark, window_start: new Date(0), count: 1 })
      .execute()
    return mark
  }

  async function isSwept(mark: string) {
    const { rows } = await sql`select from rate_count where bucket = ${mark}`.execute(db)
    return rows.length === 0
  }

  async function pageHas(text: string) {
    const answer = await requests.untilAnswered({ path: '/en/pages/contact' })
    return String(answer?.body.text).includes(text)
  }

  async function priceOf() {
    const start = addDays(dateIn('Asia/Tehran', new Date()), 40)
    const rental = { start_date: start, start_time: '10:00', end_date: addDays(start, 3), end_time: '10:00' }
    const { id: city } = await db.selectFrom('city').select('id').where('slug', '=', 'qeshm').executeTakeFirstOrThrow()
    const body = { city, categories: [2], ...rental }
    const answer = await ask('POST', '/api/business/rent/ad/search/?size=100', body)
    const { results } = expectStatus(answer, 200) as unknown as { results: { id: number }[] }
    const card = results.find(({ id }) => id === vehicle)
    if (!card) throw new Error(`vehicle ${vehicle} is not found among ${results.length}`)
    return JSON.stringify(card)
  }
}

/** Waits for something; what never comes counts with the time after which nobody waits any more. */
export async function soon<Value>(check: () => Promise<Value> | Value): Promise<Value | undefined> {
  const described = until(check, { everyMs: 50, withinMs: GIVE_UP_MS, describe: () => '' })
  return described.catch(() => undefined)
}

export function expectStatus(answer: Answer | undefined, status: number) {
  if (answer?.status !== status)
    throw new Error(`${answer?.status} instead of ${status}: ${JSON.stringify(answer?.body)}`)
  return answer.body
}
