import { type Kysely, sql } from 'kysely'
import { type ApiClient, type Caller, createApi } from '#app/api/app.ts'
import type { Deps, Work } from '#app/api/call/context.ts'
import { jobHandlers } from '#app/api/work/background.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { createBankFileReader } from '#app/providers/bank-files/bank-file-reader.ts'
import { CalendarNotFetched } from '#app/providers/calendars/calendar-fetch.ts'
import { createCalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import type { FileStore } from '#app/providers/files/files.ts'
import { createPdfCheck } from '#app/providers/files/pdf-check.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import { createSaman } from '#app/providers/gateways/saman.ts'
import { simulatedMerchants } from '#app/providers/gateways/simulator/bank.ts'
import { createYekpay, yekpayAt } from '#app/providers/gateways/yekpay.ts'
import { createSimulatedInquiry } from '#app/providers/identity/simulated.ts'
import type { Message } from '#app/providers/messages/message.ts'
import type { PushMessage, PushTarget } from '#app/providers/push/push.ts'
import { type GatewayName, LANGUAGES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { undocumented } from './documented.ts'

/** A public key of the length by which push services know a sender. */
const TEST_VAPID_KEY = `B${'A'.repeat(86)}`

/** A clock that moves only when a test moves it. */
export type Clock = { now: () => Date; set: (iso: string) => void; advance: (minutes: number) => void }

export type TestApi = {
  deps: Deps
  clock: Clock
  /**
   * The calls of one caller: `api.as({ language: 'en' }).reservations.price(…)`. By default in Persian and not signed
   * in.
   */
  as: (caller?: Partial<Caller>) => ApiClient
  /** A request to `/api/…` through the API's fetch handler. Throws where the answer is not as its document says. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** What was sent to people, oldest first. */
  messages: Message[]
  /** What was pushed to browsers and apps, oldest first. */
  pushed: { target: PushTarget; message: PushMessage }[]
  /** Unexpected errors: a test that leaves something here has found a bug. */
  reported: unknown[]
  /** Runs the committed jobs that are due, in order, and those that they enqueue. Throws what a job throws. */
  drain: () => Promise<void>
  /** One run of the sweep that runs every minute, and the jobs that it enqueues. */
  sweep: () => Promise<void>
}

type Options = {
  db: Kysely<DB>
  replicas?: Deps['replicas']
  /** The time of the clock (default 2026-11-23 09:00 in Tehran). */
  now?: string
  /** The origin of a bank simulator. Without one, no bank answers. */
  bank?: string
  gateways?: Partial<Record<GatewayName, Gateway>>
  /** Ask Saman for receipts by token. */
  receipt?: boolean
  origin?: string
  callbackOrigins?: string[]
  operatorsNeedFactor?: boolean
  /** Whether an operator without a colleague needs no second operator's approval (default true). */
  singleOperator?: boolean
  codesPerAddressHour?: number
  chatMessagesPerMinute?: number
  publish?: Deps['publish']
  bot?: Deps['settings']['bot']
  counts?: Deps['counts']
  fetchCalendar?: Deps['fetchCalendar']
  readCalendar?: Deps['readCalendar']
  /** By default nobody is reached. */
  sendWebhook?: Deps['sendWebhook']
  smsAbroad?: boolean
  /** By default the simulated one, silent for a moment; null: none is configured. */
  inquire?: Deps['inquire'] | null
  inquiriesPerDay?: number
  retention?: Deps['settings']['retention']
}

/** Its thread starts with the first calendar and does not keep the process alive. */
const calendars = createCalendarReader()
const bankFiles = createBankFileReader()
const pdfs = createPdfCheck()

/** The API over a test's database, with a clock, messages and a queue that tests can inspect. */
export async function testApi(options: Options): Promise<TestApi> {
  const { db, origin = 'http://localhost:3000', callbackOrigins = [] } = options
  const clock = clockAt(options.now ?? '2026-11-23T05:30:00Z')
  const messages: Message[] = []
  const pushed: TestApi['pushed'] = []
  const reported: unknown[] = []
  const queue = await openQueue(db, clock)
  const deps: Deps = {
    db,
    replicas: options.replicas,
    now: clock.now,
    gateways: { ...banksAt(options.bank ?? 'http://127.0.0.1:9', clock, options.receipt), ...options.gateways },
    send: async (message) => {
      messages.push(message)
    },
    push: {
      send: async (target, message) => {
        pushed.push({ target, message })
        return { outcome: 'sent' }
      },
      publicKey: TEST_VAPID_KEY,
      firebase: null,
      lacking: ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'],
    },
    files: filesInMemory(),
    fetchCalendar: options.fetchCalendar ?? (() => Promise.reject(new CalendarNotFetched('unreachable'))),
    sendWebhook: options.sendWebhook ?? (async () => ({ problem: 'unreachable' })),
    readCalendar: options.readCalendar ?? calendars.read,
    readBankFile: bankFiles.read,
    isActivePdf: pdfs.isActive,
    enqueue: queue.enqueue,
    publish: options.publish ?? (() => {}),
    counts: options.counts,
    inquire: options.inquire === null ? undefined : (options.inquire ?? createSimulatedInquiry(20)),
    settings: {
      origin,
      apiOrigin: origin,
      callbackOrigins,
      bankOrigins: [],
      secret: 'a-secret-of-the-tests-with-enough-characters',
      operatorsNeedFactor: options.operatorsNeedFactor ?? false,
      singleOperator: options.singleOperator ?? true,
      codesPerAddressHour: options.codesPerAddressHour ?? 60,
      chatMessagesPerMinute: options.chatMessagesPerMinute ?? 60,
      inquiriesPerDay: options.inquiriesPerDay ?? 1000,
      bot: options.bot,
      smsAbroad: options.smsAbroad ?? false,
      invoices: {
        prefix: 'SV-F',
        creditPrefix: 'SV-G',
        taxPercent: { IRT: 10, EUR: undefined },
        seller: { name: 'Savari' },
      },
      retention: options.retention ?? { invoiceYears: 10, logDays: 30 },
      languages: LANGUAGES,
      brand: { fa: 'سواری', en: 'Savari', ar: 'سواري', tr: 'Savari', de: 'Savari' },
    },
  }
  const api = createApi(deps, (error) => reported.push(error))
  const caller = { language: 'fa', requestId: 'test', clientAddress: '192.0.2.1' } as const
  const handlers: Record<string, (work: never) => Promise<void>> = jobHandlers(deps)
  const drain = () => queue.drain((name, work) => handlers[name]?.(work as never))
  return {
    deps,
    clock,
    as: (facts = {}) => api.client({ ...caller, ...facts }),
    fetch: async (path, init) => {
      const request = new Request(`${origin}${path}`, init)
      const { method } = request
      const answer = await api.handle(request, { clientAddress: caller.clientAddress, requestId: 'test' })
      const surprise = await undocumented(method, path, answer)
      if (surprise) throw new Error(surprise)
      return answer
    },
    messages,
    pushed,
    reported,
    drain,
    async sweep() {
      await jobHandlers(deps).sweep({})
      await drain()
    },
  }
}

function clockAt(iso: string): Clock {
  let time = Date.parse(iso)
  return {
    now: () => new Date(time),
    set: (moment) => {
      time = Date.parse(moment)
    },
    advance: (minutes) => {
      time += minutes * MINUTE_MS
    },
  }
}

/** Both real adapters, with the address of the test's bank. */
export function banksAt(origin: string, clock: Pick<Clock, 'now'>, receipt = false): Record<GatewayName, Gateway> {
  const world = { fetch, now: clock.now, timeoutMs: 2000 }
  return {
    saman: createSaman({ baseUrl: origin, terminalId: simulatedMerchants.saman, receipt }, world),
    yekpay: createYekpay({ addresses: yekpayAt(origin), merchantId: simulatedMerchants.yekpay }, world),
  }
}

/** A queue in the test's database, so that a job appears when its transaction commits and only then. */
async function openQueue(db: Kysely<DB>, clock: Clock) {
  await sql`create table if not exists test_work (
    id bigint primary key generated always as identity, name text not null, work jsonb not null, at timestamptz not null
  )`.execute(db)
  const enqueue = async (
    tx: Kysely<DB>,
    name: keyof Work,
    work: object,
    { startAfter = clock.now() }: { startAfter?: Date } = {},
  ) => {
    await sql`insert into test_work (name, work, at) values (${name}, ${JSON.stringify(work)}, ${startAfter})`.execute(
      tx,
    )
  }
  const next = async () => {
    const { rows } = await sql<{ name: string; work: Record<string, unknown> }>`
      delete from test_work where id = (select min(id) from test_work where at <= ${clock.now()})
      returning name, work`.execute(db)
    return rows[0]
  }
  return {
    enqueue,
    async drain(perform: (name: string, work: Record<string, unknown>) => Promise<void> | undefined) {
      for (let job = await next(); job; job = await next()) await perform(job.name, job.work)
    },
  }
}

function filesInMemory(): FileStore {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (key, bytes) => {
      files.set(key, bytes)
    },
    get: async (key) => files.get(key),
    exists: async (key) => files.has(key),
    remove: async (key) => {
      files.delete(key)
    },
  }
}
