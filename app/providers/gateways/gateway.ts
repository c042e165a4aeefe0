import type { GatewayName } from '#app/rules/constants.ts'
import type { ProviderKind, Settings } from '../provider-kind.ts'

/**
 * The interface of all banks. The caller keeps the books (who owes what, which reference was used
 * where); a gateway only speaks the bank's protocol. Nothing here reads the environment, the clock or the database.
 *
 * The caller's steps, between any of which the process may crash:
 *   1. `start`, store `token` with the payment, send the customer to `redirect`.
 *   2. On any callback `readCallback`, then `judgeCallback` against the stored payment.
 *   3. `verify`: store that it is being requested; when the judgement carries a `reference`, first claim it in a table
 *      unique over `(gateway, reference)`: a claim that belongs to another payment ends here, unverified.
 *   4. `verify`, then write the outcome in one transaction. `unknown` is asked again later, with `askedBefore: true`.
 */
export type Payer = {
  fullname: string
  /** E.164, `+989121234567`. */
  phone: string
  email?: string
  address?: string
  zipCode?: string
  city?: string
  /** In words or as an ISO code, as the customer typed it. */
  country?: string
}

export type StartInput = {
  paymentId: string
  /** Digits, at most 18, never used before with this gateway: each attempt to pay has its own (see `isOrderNumber`). */
  orderNumber: string
  /** Minor unit: whole toman for IRT, cents for EUR. */
  amount: number
  currency: 'IRT' | 'EUR'
  /** Absolute; carries our payment id as query parameter (decisions.md, Paying). */
  returnAddress: string
  payer: Payer
  expiresInMinutes: number
}

/** Where the customer goes. `GET`: answer 303. `POST`: show a form with these fields and a visible button. */
export type Redirect = { method: 'GET'; url: string } | { method: 'POST'; url: string; fields: Record<string, string> }

export type Started =
  | { outcome: 'started'; token: string; redirect: Redirect; expiresAt?: Date }
  /** The bank refused; `alert` means that our own settings are wrong and an operator must know. */
  | { outcome: 'refused'; code: string; reason: string; alert: boolean }
  /** No usable answer: nothing was started that a customer could pay. Trying again needs a new order number. */
  | { outcome: 'unreachable'; reason: string }

/** What arrived at our return address. Untrusted: anybody can send it. */
export type CallbackFacts = {
  token?: string
  /** Saman's digital receipt, unchanged. Yekpay sends none. */
  reference?: string
  orderNumber?: string
  /** Minor unit of the gateway's currency. Absent when not sent or not a whole number of it. */
  amount?: number
  merchant?: string
  claimed: 'paid' | 'cancelled' | 'failed' | 'unknown'
  /** The bank's own code for what happened, for the log. */
  code?: string
  trace?: string
  card?: string
}

/** The stored payment that a callback or an answer of the bank is compared with. */
export type Expected = { token: string; orderNumber: string; amount: number }

export type Judgement =
  | { step: 'verify'; reference?: string }
  /** It says too little to decide: call `inquire` first. */
  | { step: 'inquire' }
  /** The customer or the bank ended this attempt. A later callback that can be verified still counts. */
  | { step: 'cancelled' | 'failed'; reason: string; alert: boolean }
  /** Not this payment's callback, or a forged one: change nothing, do not verify. */
  | { step: 'mismatch'; reason: string }

export type VerifyInput = Expected & {
  /** From the judgement or from `inquire`; already claimed for this payment. */
  reference?: string
  /** True when a verify of this payment was sent before and its answer may have been lost. */
  askedBefore: boolean
}

export type Verified =
  /** `reference` is unique in the gateway; `trace` and the masked `card` may be shown and stored. */
  | { outcome: 'paid'; reference: string; amount: number; trace?: string; card?: string }
  /** Not paid so far: while the customer may still be at the bank, a later callback or inquiry can say otherwise. */
  | { outcome: 'not_paid'; code: string; reason: string; alert: boolean }
  /** Timeout, 5xx or unreadable: neither paid nor unpaid, ask again. `review`: asking again will not help, a person must check. */
  | { outcome: 'unknown'; reason: string; review: boolean }
  /** The bank confirmed something other than what was requested: money may have moved, so reverse it or have a person check. */
  | { outcome: 'mismatch'; field: 'amount' | 'order' | 'merchant' | 'reference'; reason: string; reference?: string }

/** The answer to an inquiry about a token whose customer never came back. `paid` is not yet verified: claim `reference`, then `verify`. */
export type Inquired =
  | { state: 'paid'; reference: string }
  | { state: 'pending' }
  | { state: 'not_paid'; code: string; reason: string }
  | { state: 'mismatch'; reason: string }
  /** `isRefused`: the bank refuses this request, so repeating it will not help. */
  | { state: 'unknown'; reason: string; isRefused?: true }

export type Reversed =
  | { outcome: 'reversed' }
  | { outcome: 'refused'; code: string; reason: string; alert: boolean }
  | { outcome: 'unknown'; reason: string }

export type Gateway = {
  name: GatewayName
  currency: 'IRT' | 'EUR'
  start(input: StartInput): Promise<Started>
  readCallback(params: URLSearchParams): CallbackFacts
  judgeCallback(facts: CallbackFacts, expected: Expected): Judgement
  verify(input: VerifyInput): Promise<Verified>
  /** Returns a verified payment; absent when the bank has no such call. */
  reverse?(input: Expected & { reference: string }): Promise<Reversed>
  inquire?(expected: Expected): Promise<Inquired>
  /**
   * How a payment whose callback never came can be settled: `verify` (by token alone), `inquire` (then verify),
   * `none` (it stays pending until `closesAfterMinutes`). A payment with a claimed reference can always be verified.
   */
  settlesBy: 'verify' | 'inquire' | 'none'
  /**
   * This long after the token's end, the bank has returned every unverified payment, and an open payment may be closed.
   */
  closesAfterMinutes: number
  /** Origins that our pages' `form-action` must list. */
  formActionOrigins: string[]
  /** The bank's address: the line at start-up uses it to show whether the bank is the simulated one. */
  origin: string
}

/** Yekpay keeps digits only, at most 18 (protocol §2); Saman takes any text, so one rule serves both. */
export function isOrderNumber(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** What every adapter needs from outside; tests pass their own. */
export type GatewayWorld = { fetch: typeof fetch; now: () => Date; timeoutMs: number }

/** A gateway that the settings can choose, and its settings for use with the simulated bank. */
export type GatewayKind = ProviderKind<Gateway, GatewayWorld> & {
  simulated: (bank: { origin: string; merchant: string }) => Settings
}
