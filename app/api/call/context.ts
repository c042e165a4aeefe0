import type { ContractProcedure } from '@orpc/contract'
import { implement, type ProcedureImplementer } from '@orpc/server'
import type { Kysely, Transaction } from 'kysely'
import type { Palette } from '#app/config.ts'
import { contract } from '#app/contract/contract.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { FetchCalendar } from '#app/providers/calendars/calendar-fetch.ts'
import type { CalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import type { FileStore } from '#app/providers/files/files.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import type { NotifySearchEngines } from '#app/providers/index-now.ts'
import type { SendMessage } from '#app/providers/messages/message.ts'
import type { SendPush } from '#app/providers/push/push.ts'
import type { Counts } from '#app/providers/redis.ts'
import type { GatewayName, Language } from '#app/rules/constants.ts'
import type { Publish } from '#app/rules/messages/live-event.ts'
import { type Admitted, admit } from './admission/admit.ts'
import { type Finders, type Found, find } from './admission/things.ts'
import { linkPages } from './lists.ts'

/** A project of Firebase as its browser client wants it; none of it is secret. */
export type FirebaseApp = {
  apiKey: string
  projectId: string
  appId: string
  messagingSenderId: string
  vapidKey: string | null
}

/** What the API needs from outside; tests bring their own. */
export type Deps = {
  db: Kysely<DB>
  now: () => Date
  gateways: Record<GatewayName, Gateway>
  /** Sends an SMS or an e-mail at once: called by jobs, never while a request waits. */
  send: SendMessage
  /** Push messages: how they are sent, and what browsers must know to take them. */
  push: {
    send: SendPush
    publicKey: string
    firebase: FirebaseApp | null
    /** Names of the settings without which Firebase is off. */
    lacking: readonly string[]
    /** A push service beside the known ones, for development: host and port. */
    devHost?: string | undefined
  }
  /** Reads other calendars, from addresses that companies give. */
  fetchCalendar: FetchCalendar
  /** Reads what they gave, beside this thread. */
  readCalendar: CalendarReader['read']
  /** Pictures that people uploaded or companies imported. */
  files: FileStore
  /** Puts work into the queue, inside the transaction of its cause. */
  enqueue: <Job extends keyof Work>(
    tx: Kysely<DB>,
    job: Job,
    data: Work[Job],
    options?: { startAfter?: Date },
  ) => Promise<void>
  /** Counts limits in Redis, where one is in use; otherwise and while it is away the database does. */
  counts?: Counts | undefined
  /** Notifies sockets, once the transaction of its cause has committed. */
  publish: Publish
  /** Notifies an operator that something needs a person: a bank that refuses our settings, money that nobody can place. */
  alert?: (what: string, facts: Record<string, string | number>) => void
  /** Notifies search engines of what has changed; undefined where none is configured. */
  notifySearchEngines?: NotifySearchEngines | undefined
  settings: {
    /** The public address of the site, without a trailing slash: links in messages, return addresses of banks. */
    origin: string
    /** Further origins that `call_back_url` may name. */
    callbackOrigins: string[]
    /** Where customers are led to pay. */
    bankOrigins: string[]
    /** Makes access tokens and one-time codes; at least 32 characters. */
    secret: string
    /** Whether operators do nothing as such before they have a second factor. */
    operatorsNeedFactor: boolean
    /** Whether an operator without a colleague does alone what else waits for a second one. */
    singleOperator: boolean
    /** One-time codes that may be sent for one network address in an hour. */
    codesPerAddressHour: number
    /** Messages that one person may send in a minute. */
    chatMessagesPerMinute: number
    /** The bot of the demonstration, and how long it seems to type; undefined where people answer. */
    bot?: { pauseMs: number } | undefined
    /** Whether an SMS reaches numbers outside Iran, too. */
    smsAbroad: boolean
    /** How long what names people is kept once nobody needs it: invoices, and traces of visits. */
    retention: { invoiceYears: number; logDays: number }
    /** The languages that the brand offers. */
    languages: readonly Language[]
    /** Brand name in each language. */
    brand: Record<Language, string>
    /** The brand's colours, for e-mails; undefined where they are the design's. */
    palette?: Palette | undefined
  }
}

/** Every kind of background work, and what it carries. */
export type Work = {
  deliver: { delivery: string }
  'settle-payment': { payment: string }
  'return-to-card': { payment: string }
  /** Something came to a company's desk, once its transaction has committed. */
  'announce-work': { company: number }
  'process-photo': { photoId: number }
  'hide-photo': { photoId: number }
  /** A customer's message that the demonstration's bot may answer. */
  'answer-as-bot': { room: string; seq: number; language: Language }
  /** A message whose receiver may be away. */
  'notify-of-unread': { room: string; seq: number; account: string }
  /** News for the followers of a topic, from the account after this one on. */
  'send-news': { news: string; after: string }
  /** All of others' calendars, each by a job of its own. */
  'import-calendars': Record<string, never>
  'import-calendar': { source: number }
  sweep: Record<string, never>
}

/** Who calls, and how. `deps` and `finders` are the same for every call. */
export type ApiContext = {
  deps: Deps
  /** How what a call is about is found. */
  finders: Finders
  language: Language
  requestId: string
  /** The caller's network address; a forwarded one only from trusted proxies. */
  clientAddress: string
  idempotencyKey?: string
  /** The bearer token that came with the request, not yet checked. */
  accessToken?: string
  /** What only the caller's browser or app knows: one-time codes belong to it, and it is known again after a sign-in. */
  deviceKey?: string | undefined
  /** What the caller's program calls itself (User-Agent). */
  device?: string
  /** Why the request's body could not be read: whoever is admitted gets this error. */
  unreadable?: 'BAD_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE'
}

export type Tx = Transaction<DB>

/** Each call with the context that its own access gives: oRPC types one context for all that a middleware serves. */
type Implementing<Part> =
  Part extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? ProcedureImplementer<ApiContext, ApiContext & Admitted<Meta> & Found<Meta>, Input, Output, Errors, Meta>
    : { [Name in keyof Part]: Implementing<Part[Name]> }

/** The last one runs once the input is validated, all before it ahead of that. */
const BEFORE_VALIDATION = { initialInputValidationIndex: -1 }

/** The contract, to be implemented: each noun's file completes its calls, which only those reach whom it admits. */
export const api = implement(contract)
  .$config(BEFORE_VALIDATION)
  .$context<ApiContext>()
  .use(admit)
  .use(linkPages)
  .use(find) as unknown as Implementing<typeof contract>
