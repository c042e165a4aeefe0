import type { ContractProcedure } from '@orpc/contract'
import { implement, type ProcedureImplementer } from '@orpc/server'
import type { Kysely, Transaction } from 'kysely'
import { contract } from '#app/contract/contract.ts'
import type { DB } from '#app/db/schema.ts'
import type { FileStore } from '#app/providers/files.ts'
import type { Gateway, GatewayName } from '#app/providers/gateways/gateway.ts'
import type { Message, SendMessage } from '#app/providers/message.ts'
import type { Language } from '#app/rules/constants.ts'
import { type Admitted, admit } from './call/admit.ts'
import { linkPages } from './call/lists.ts'

/** What the API needs from outside; tests bring their own. */
export type Deps = {
  db: Kysely<DB>
  now: () => Date
  gateways: Record<GatewayName, Gateway>
  /** Sends an SMS or an e-mail at once: called by jobs, never while a request waits. */
  send: SendMessage
  /** Pictures that people uploaded or companies imported. */
  files: FileStore
  /** Puts work into the queue, inside the transaction of its cause. */
  enqueue: <Job extends keyof Work>(
    tx: Kysely<DB>,
    job: Job,
    data: Work[Job],
    options?: { startAfter?: Date },
  ) => Promise<void>
  /** Tells an operator that something needs a person: a bank that refuses our set-up, money that nobody can place. */
  alert?: (what: string, facts: Record<string, string | number>) => void
  settings: {
    /** The public address of the site, without a trailing slash: links in messages, return addresses of banks. */
    origin: string
    /** Further origins that `call_back_url` may name. */
    callbackOrigins: string[]
    /** Where customers are led to pay. */
    bankOrigins: string[]
    /** Makes access tokens and one-time codes; at least 32 characters. */
    secret: string
    /** One-time codes that may be sent for one network address in an hour. */
    codesPerAddressHour: number
    /** Whether an SMS reaches numbers outside Iran, too. */
    smsAbroad: boolean
    /** How long what names people is kept once nobody needs it: invoices, and traces of visits. */
    retention: { invoiceYears: number; logDays: number }
    /** Brand name in each language. */
    brand: Record<Language, string>
  }
}

/** Every kind of background work, and what it carries. */
export type Work = {
  'send-message': Message
  'send-code': { code: string; channel: 'sms' | 'email'; language: Language }
  'settle-payment': { payment: string }
  'process-photo': { photoId: number }
  sweep: Record<string, never>
}

/** Who asks, and how. `deps` is the same for every call. */
export type ApiContext = {
  deps: Deps
  language: Language
  requestId: string
  /** The caller's network address, as far as trusted proxies tell. */
  clientAddress: string
  idempotencyKey?: string
  /** The bearer token that came with the request, not yet checked. */
  accessToken?: string
  /** What the caller's program calls itself (User-Agent). */
  device?: string
}

export type Tx = Transaction<DB>

/** Each call with the context that its own access gives: oRPC types one context for all that a middleware serves. */
type Implementing<Part> =
  Part extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? ProcedureImplementer<ApiContext, ApiContext & Admitted<Meta>, Input, Output, Errors, Meta>
    : { [Name in keyof Part]: Implementing<Part[Name]> }

/** The contract, to be implemented: each noun's file completes its calls, which only those reach whom it admits. */
export const api = implement(contract).$context<ApiContext>().use(admit).use(linkPages) as unknown as Implementing<
  typeof contract
>
