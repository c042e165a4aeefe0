import { z } from 'zod'
import { ComingReservations } from '#app/contract/company/fleet/coming.ts'
import { Bill } from '#app/contract/shapes/bill.ts'
import { FieldErrors, Money } from '#app/contract/shapes/shapes.ts'
import { API_SCOPES } from '#app/rules/access/api-scope.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { QUOTE_STATES } from '#app/rules/reservation/quote.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'

/**
 * Every expected error of the API, once: its code, its status and its data. Each call declares those that it
 * can answer; the sentence for a code is in `locales/<language>/errors.json`.
 */
export const ERRORS = {
  NOT_FOUND: { status: 404 },
  /** It existed and was deleted for good. */
  WITHDRAWN: { status: 410 },
  /** The input breaks a rule of the contract or of the call: message keys by field (§8). */
  INVALID_FIELDS: { status: 400, data: FieldErrors },
  /** Also sent as the header Retry-After, in seconds. */
  TOO_MANY_REQUESTS: { status: 429, data: z.object({ retry_after: z.int() }) },
  /**
   * More codes than usual are requested: repeat the call with `turn`, as `<challenge>` after this many seconds, or at
   * once as `<challenge>:<number>`, where the SHA-256 of that text begins with this many zero bits.
   */
  TURN_NEEDED: {
    status: 429,
    data: z.object({ retry_after: z.int(), challenge: z.string(), bits: z.int() }),
  },
  /** A missing, forged or expired token, or one of an ended session (§8). */
  INVALID_TOKEN: { status: 401 },
  BANNED_USER: { status: 401 },
  /** The phone, e-mail address or identity number in a booking or payment belongs to somebody who is banned. */
  BANNED_DETAILS: { status: 403 },
  /** The company takes no more bookings of this customer; only its staff learn why (CUSTOMER_BLOCKED). */
  BOOKING_REFUSED: { status: 409 },
  /** The company's own staff have blocked this customer; other companies and operators have not. */
  CUSTOMER_BLOCKED: { status: 409, data: z.object({ why: z.string() }) },
  /** A wrong proof at the sign-in: a code, unless `reason` says that it was a link. */
  INVALID_CREDENTIALS: { status: 401, data: z.object({ reason: z.literal('link_ended') }).optional() },
  /** The sign-in continues with the second factor: `POST /users/second-factor/check/`. */
  SECOND_FACTOR_NEEDED: { status: 401 },
  /** Operators need a second factor here, and have to set it up first. */
  SECOND_FACTOR_REQUIRED: { status: 403 },
  /** The second factor was not proven recently enough. */
  RECHECK_NEEDED: { status: 403 },
  /** The key for programs has not this scope. */
  SCOPE_MISSING: { status: 403, data: z.object({ scope: z.enum(API_SCOPES) }) },
  VEHICLE_TAKEN: { status: 409 },
  PRICE_CHANGED: { status: 409, data: z.object({ shown: Money, now: Bill }) },
  TOO_MANY_HOLDS: { status: 409 },
  /** As many price alerts are open as an account may have. */
  TOO_MANY_ALERTS: { status: 409 },
  /** The Idempotency-Key, or a message's `client_id`, was used before with another body. */
  IDEMPOTENCY_CONFLICT: { status: 422 },
  /** The first request with this Idempotency-Key still runs: ask again in a moment. */
  REQUEST_RUNNING: { status: 409 },
  /** The Idempotency-Key is empty or longer than 255 characters. */
  INVALID_IDEMPOTENCY_KEY: { status: 400 },
  NOT_PAYABLE: { status: 409 },
  /** The bank did not answer: nothing was charged, try again. */
  GATEWAY_UNAVAILABLE: { status: 503 },
  GATEWAY_NOT_OFFERED: { status: 422 },
  NOT_CANCELLABLE: { status: 409 },
  /** The chosen way of the refund is not possible, or no longer: choose again. */
  REFUND_WAY_GONE: { status: 409 },
  /** The reservation's phone has been proven, or was corrected too often. */
  PHONE_FIXED: { status: 409 },
  /** Too late, not confirmed, another change waits, or the vehicle is no longer on offer. */
  NOT_CHANGEABLE: { status: 409 },
  /** There is no completed rental of this vehicle under this phone that is not rated yet. */
  NOT_RATEABLE: { status: 409 },
  /** A change of the reservation waits for its payment: it must be paid, withdrawn or expired first. */
  CHANGE_PENDING: { status: 409 },
  /** The reservation is in another status than the action needs, or its day has not come. */
  STATUS_CONFLICT: { status: 409, data: z.object({ status: z.enum(RESERVATION_STATUSES) }) },
  /** It has future reservations, and so cannot be retired: the first of them, and how many there are. */
  BOOKED_VEHICLE: { status: 409, data: ComingReservations },
  /** The vehicle is retired, was taken down by an operator, or is in that state already. */
  VEHICLE_STATE: { status: 409 },
  /** The last change cannot be undone: it is too long ago, somebody has continued from it, or money was paid out. */
  UNDO_OVER: { status: 409 },
  /** The quote was answered or withdrawn, or nobody answered in time. */
  QUOTE_OVER: { status: 409, data: z.object({ state: z.enum(QUOTE_STATES) }) },
  /** A quote is extended once. */
  QUOTE_EXTENDED: { status: 409 },
  /** The company is suspended: it gets no new bookings. */
  COMPANY_SUSPENDED: { status: 409 },
  /**
   * A colleague has saved this draft since it was read: nothing was changed, and it can be sent again based on theirs.
   */
  DRAFT_CHANGED: { status: 409, data: z.object({ revision: z.int(), by: z.string().nullable() }) },
  /** The vehicle was handed over or returned meanwhile: its record cannot change. */
  PROTOCOL_CLOSED: { status: 409 },
  /** The proposal was answered, paid or withdrawn meanwhile. */
  PROPOSAL_CONFLICT: { status: 409, data: z.object({ status: z.enum(PROPOSAL_STATUSES) }) },
  /** Another operator has decided it, or it was accepted or withdrawn: there is nothing left to decide. */
  DISPUTE_DECIDED: { status: 409 },
  /** A colleague has taken the conversation meanwhile, or given it back: nothing was changed. */
  ASSIGNED_ALREADY: { status: 409, data: z.object({ by: z.string().nullable() }) },
  /** A colleague has changed it since it was read: nothing was changed, and it can be sent again based on theirs. */
  CHANGED_MEANWHILE: { status: 409 },
  /** The ticket is closed: it cannot be written to or closed again. */
  TICKET_CLOSED: { status: 409 },
  /** The correction was approved or refused before, or waits for another operator than the caller. */
  CORRECTION_DECIDED: { status: 409 },
  /** A change of the same thing waits for a second operator: it must be decided or withdrawn first. */
  APPROVAL_WAITS: { status: 409 },
  /** It was approved, refused or withdrawn before, or is the caller's own request. */
  APPROVAL_DECIDED: { status: 409 },
  /**
   * There are waiting, held or running reservations, or a pending payment: they must be finished or cancelled first.
   */
  OPEN_RESERVATIONS: { status: 409 },
  /** Each of its payouts was paid or returned before. */
  PAYOUT_DECIDED: { status: 409 },
  PAYOUT_NOT_APPROVED: { status: 409 },
  /** The company would have no owner left. */
  LAST_OWNER: { status: 409 },
  /** They work for a company, or as an operator. */
  ALREADY_STAFF: { status: 409 },
  /** An application waits for its answer or was approved: it cannot be changed. */
  APPLICATION_SENT: { status: 409 },
  /** The application was approved or rejected before. */
  APPLICATION_DECIDED: { status: 409 },
  /** A vehicle has five external calendars already, or the company three hundred. */
  TOO_MANY_CALENDARS: { status: 409 },
  /** There is money in the wallet: it must be spent first, or given up by `forfeit_wallet`. */
  WALLET_NOT_EMPTY: { status: 409 },
} as const

export type ErrorCode = keyof typeof ERRORS
