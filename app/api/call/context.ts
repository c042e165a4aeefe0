import type { ContractProcedure } from '@orpc/contract'
import { implement, type ProcedureImplementer } from '@orpc/server'
import type { Kysely, Transaction } from 'kysely'
import type { Palette } from '#app/config.ts'
import { contract } from '#app/contract/contract.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { FoundAds } from '#app/db/ad-search/search.ts'
import type { Replicas } from '#app/db/connection/replicas.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Seller } from '#app/i18n/format/invoice-lines.ts'
import type { BankFileReader } from '#app/providers/bank-files/bank-file-reader.ts'
import type { FetchCalendar } from '#app/providers/calendars/calendar-fetch.ts'
import type { CalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import type { FileStore } from '#app/providers/files/files.ts'
import type { PdfCheck } from '#app/providers/files/pdf-check.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import type { Inquire } from '#app/providers/identity/inquiry.ts'
import type { NotifySearchEngines } from '#app/providers/index-now.ts'
import type { SendMessage } from '#app/providers/messages/message.ts'
import type { SendPush } from '#app/providers/push/push.ts'
import type { Counts } from '#app/providers/redis.ts'
import type { SendWebhook } from '#app/providers/webhooks/send-webhook.ts'
import type { CurrencyCode, GatewayName, Language } from '#app/rules/constants.ts'
import type { Publish } from '#app/rules/messages/live-event.ts'
import { type Admitted, admit } from './admission/admit.ts'
import { showDeskIds } from './admission/desk-ids.ts'
import { repeatOnce } from './admission/repeat.ts'
import { readFromReplica } from './admission/replica.ts'
import { type Finders, type Found, find } from './admission/things.ts'
import { linkPages } from './lists.ts'

/** A Firebase project as its browser client needs it; none of it is secret. */
export type FirebaseApp = {
  apiKey: string
  projectId: string
  appId: string
  messagingSenderId: string
  vapidKey: string | null
}

/** The API's dependencies; tests pass their own. */
export type Deps = {
  db: Kysely<DB>
  /** Streaming replicas of the database, which answer reads; undefined where there are none. */
  replicas?: Replicas | undefined
  now: () => Date
  /** Finds vehicles; without it the database does. */
  searchAds?: ((requested: AdQuestion) => Promise<FoundAds>) | undefined
  /** The same from memory alone, for what asks many times at once: null while memory is not sure to be current. */
  searchInMemory?: ((requested: AdQuestion) => Promise<FoundAds | null>) | undefined
  gateways: Record<GatewayName, Gateway>
  /** Sends an SMS or an e-mail at once: called by jobs, never during a request. */
  send: SendMessage
  /** Push messages: how they are sent, and what browsers need to subscribe. */
  push: {
    send: SendPush
    publicKey: string
    firebase: FirebaseApp | null
    /** Names of the missing settings because of which Firebase is off. */
    lacking: readonly string[]
    /** An additional push service for development: host and port. */
    devHost?: string | undefined
  }
  /** Fetches external calendars, from addresses that companies enter. */
  fetchCalendar: FetchCalendar
  /** Parses them in a separate thread. */
  readCalendar: CalendarReader['read']
  /** Sends events to addresses that companies enter. */
  sendWebhook: SendWebhook
  /** Reads statements of banks in a separate thread. */
  readBankFile: BankFileReader['read']
  /** Looks into PDFs in a separate thread. */
  isActivePdf: PdfCheck['isActive']
  /** Pictures that people uploaded or companies imported. */
  files: FileStore
  /** Enqueues a job in the transaction of its cause. */
  enqueue: <Job extends keyof Work>(
    tx: Kysely<DB>,
    job: Job,
    data: Work[Job],
    options?: { startAfter?: Date; retryLimit?: number; retryDelay?: number },
  ) => Promise<void>
  /** Counts limits on connections of its own: a call that fails was still made, and one that holds a connection must not wait for another. */
  limitsDb?: Kysely<DB> | undefined
  /** Counts limits in Redis, if one is in use; otherwise, and while it is down, the database does. */
  counts?: Counts | undefined
  /** Runs a backup, or tries the newest one, in a process of its own; throws with what it said. Undefined where backups go nowhere. */
  runBackup?: ((what: 'write' | 'try', signal?: AbortSignal) => Promise<void>) | undefined
  /** Notifies sockets, after the commit of the transaction that caused it. */
  publish: Publish
  /**
   * Notifies an operator that something needs a person: a bank that refuses our settings, money that cannot be
   * assigned.
   */
  alert?: (what: string, facts: Record<string, string | number>) => void
  /** Asks whether a national id and a mobile number belong together; undefined if no service is configured. */
  inquire?: Inquire | undefined
  /** Notifies search engines of changes; undefined if none is configured. */
  notifySearchEngines?: NotifySearchEngines | undefined
  settings: {
    /** The site's public address, without a trailing slash: for links in messages and return addresses of banks. */
    origin: string
    /** The API's own: for addresses in its answers and the chat's socket. The site's, unless the API is a process of its own. */
    apiOrigin: string
    /** Further origins that are allowed in `call_back_url`. */
    callbackOrigins: string[]
    /** Where customers go to pay. */
    bankOrigins: string[]
    /** Signs access tokens and derives one-time codes; at least 32 characters. */
    secret: string
    /** Whether operators need a second factor to have their rights. */
    operatorsNeedFactor: boolean
    /** Whether an operator without a colleague can do alone what otherwise waits for a second one. */
    singleOperator: boolean
    /** One-time codes that can be sent for one network address in an hour. */
    codesPerAddressHour: number
    /** Messages that one person can send in a minute. */
    chatMessagesPerMinute: number
    /** Questions about identities that the inquiry service is asked in a day, as each costs money. */
    inquiriesPerDay: number
    /** The demonstration's bot, and how long it pretends to type; undefined if people answer. */
    bot?: { pauseMs: number } | undefined
    /** Whether SMS can be sent outside Iran, too. */
    smsAbroad: boolean
    /** How invoices and credit notes are numbered, who issues them, and the tax that prices contain, in percent. */
    invoices: {
      prefix: string
      creditPrefix: string
      taxPercent: Record<CurrencyCode, number | undefined>
      seller: Omit<Seller, 'site'>
    }
    /** How long personal data is kept once nobody needs it: in invoices, and in traces of visits. */
    retention: { invoiceYears: number; logDays: number }
    /** Whether keys for test mode can be made, which has a database of its own. */
    hasTestMode?: boolean
    /** Whether this API is that of test mode, and so only its keys are keys. */
    isTestMode?: boolean
    /** The brand's languages. */
    languages: readonly Language[]
    /** Brand name in each language. */
    brand: Record<Language, string>
    /** The brand's colours, for e-mails; undefined if they are the design's. */
    palette?: Palette | undefined
  }
}

/** Every kind of background job, and its data. */
export type Work = {
  deliver: { delivery: string }
  'settle-payment': { payment: string }
  'return-to-card': { payment: string }
  /** Something new at a company's desk, after the transaction has committed. */
  'announce-work': { company: number }
  'process-photo': { photoId: number }
  'hide-photo': { photoId: number }
  /** What named these files is deleted. */
  'remove-files': { keys: string[] }
  /** A customer's message that the demonstration's bot may answer. */
  'answer-as-bot': { room: string; seq: number; language: Language }
  /** A message whose receiver may be away. */
  'notify-of-unread': { room: string; seq: number; account: string }
  /** The next part of an issue; `step` is the issue's, so that a former job does nothing. */
  'send-news': { news: string; step: number }
  /** All external calendars, each by a job of its own. */
  'import-calendars': Record<string, never>
  'import-calendar': { source: number }
  /** Proposes batches of what is due, once a week. */
  'propose-payouts': Record<string, never>
  /** A backup each night, and on the first of a month the newest one restored into a database of its own. */
  'back-up': Record<string, never>
  'try-backup': Record<string, never>
  sweep: Record<string, never>
}

/** The caller, and how the call was made. `deps` and `finders` are the same for every call. */
export type ApiContext = {
  deps: Deps
  /** How the things of calls are found. */
  finders: Finders
  language: Language
  requestId: string
  /** In test mode, the company of the request's key. */
  testCompany?: number | undefined
  /** The caller's network address; a forwarded one only from trusted proxies. */
  clientAddress: string
  /** Over HTTP, what the answer gets besides the headers of its body. */
  answerHeaders?: Headers | undefined
  idempotencyKey?: string
  /** What the caller has written so far: with replicas, reads see at least this. The call moves it on. */
  written?: Written | undefined
  /** The request's bearer token, not checked yet. */
  accessToken?: string
  /** A secret of the caller's browser or app: one-time codes belong to it, and it is recognised after a sign-in. */
  deviceKey?: string | undefined
  /** The name of the caller's program (User-Agent). */
  device?: string
  /** Why the request's body could not be read: an admitted caller gets this error. */
  unreadable?: 'BAD_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE'
}

/** The position in the write-ahead log of the last write of a browser or program, if any. */
export type Written = { position?: string | undefined }

export type Tx = Transaction<DB>

/**
 * Each call with the context that its own access gives, because oRPC has only one context type for all calls of a
 * middleware.
 */
type Implementing<Part> =
  Part extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? ProcedureImplementer<ApiContext, ApiContext & Admitted<Meta> & Found<Meta>, Input, Output, Errors, Meta>
    : { [Name in keyof Part]: Implementing<Part[Name]> }

/** The last one runs after the input is validated, all others before. */
const BEFORE_VALIDATION = { initialInputValidationIndex: -1 }
/** Source: oRPC, "Input/Output Validation": an index that is no number turns validation off. */
const WITHOUT_OUTPUT_VALIDATION = { ...BEFORE_VALIDATION, initialOutputValidationIndex: Number.NaN }

/** The contract, to be implemented: each noun's file completes its calls, which only admitted callers reach. */
export const api = implementWith(BEFORE_VALIDATION)

/**
 * The same for calls of which each page makes one and whose handlers write exactly what the contract says, so that their answers are not
 * validated: a fifth of the time and of the memory that a search takes. Each has a test that its answers are as its schema would leave
 * them (tests/api/call/exact-answers.test.ts).
 */
export const exactApi = implementWith(WITHOUT_OUTPUT_VALIDATION)

function implementWith(config: Parameters<ReturnType<typeof implement<typeof contract>>['$config']>[0]) {
  return implement(contract)
    .$config(config)
    .$context<ApiContext>()
    .use(admit)
    .use(readFromReplica)
    .use(repeatOnce)
    .use(showDeskIds)
    .use(linkPages)
    .use(find) as unknown as Implementing<typeof contract>
}
