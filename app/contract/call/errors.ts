import { z } from 'zod'
import { ComingReservations } from '#app/contract/company/fleet/coming.ts'
import { Bill } from '#app/contract/shapes/bill.ts'
import { FieldErrors, Money } from '#app/contract/shapes/shapes.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/proposal-status.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'

/**
 * Every expected error of the API, once: its code, its status and what comes with it. Each call declares those that it
 * can end with; its sentence is the code's in `locales/<language>/errors.json`.
 */
export const ERRORS = {
  NOT_FOUND: { status: 404 },
  /** It was there and was taken away for good. */
  WITHDRAWN: { status: 410 },
  /** What was sent breaks a rule of the contract or of the call: message keys by field (§8). */
  INVALID_FIELDS: { status: 400, data: FieldErrors },
  /** Also sent as the header Retry-After, in seconds. */
  TOO_MANY_REQUESTS: { status: 429, data: z.object({ retry_after: z.int() }) },
  /**
   * More codes are asked for than usual: the same call again with `turn`, as `<challenge>` after so many seconds, or at once as
   * `<challenge>:<number>`, where SHA-256 of that text begins with so many zero bits.
   */
  TURN_NEEDED: {
    status: 429,
    data: z.object({ retry_after: z.int(), challenge: z.string(), bits: z.int() }),
  },
  /** A token that is missing, forged, past its end or of an ended sign-in (§8). */
  INVALID_TOKEN: { status: 401 },
  BANNED_USER: { status: 401 },
  /** The phone, the e-mail or the identity number of what is to be booked or paid belongs to somebody who is banned. */
  BANNED_DETAILS: { status: 403 },
  /** A wrong proof at the sign-in: a code, unless `reason` says that it was a link. */
  INVALID_CREDENTIALS: { status: 401, data: z.object({ reason: z.literal('link_ended') }).optional() },
  /** The sign-in goes on with the second factor: `POST /users/second-factor/check/`. */
  SECOND_FACTOR_NEEDED: { status: 401 },
  /** Operators work here with a second factor only: to be set up first. */
  SECOND_FACTOR_REQUIRED: { status: 403 },
  /** The second factor was proven too long ago for this. */
  RECHECK_NEEDED: { status: 403 },
  VEHICLE_TAKEN: { status: 409 },
  PRICE_CHANGED: { status: 409, data: z.object({ shown: Money, now: Bill }) },
  TOO_MANY_HOLDS: { status: 409 },
  /** The Idempotency-Key came before with another body. */
  IDEMPOTENCY_CONFLICT: { status: 409 },
  NOT_PAYABLE: { status: 409 },
  /** The bank is ours to ask and did not answer: nothing was charged, try again. */
  GATEWAY_UNAVAILABLE: { status: 503 },
  GATEWAY_NOT_OFFERED: { status: 422 },
  NOT_CANCELLABLE: { status: 409 },
  /** The refund cannot go the way that was chosen, or not any more: to be chosen anew. */
  REFUND_WAY_GONE: { status: 409 },
  /** The phone of a reservation that somebody has proven, or that was corrected as often as it may be. */
  PHONE_FIXED: { status: 409 },
  /** Too late, not confirmed, another change waits, or the vehicle is not on offer any more. */
  NOT_CHANGEABLE: { status: 409 },
  /** Nobody has completed a rental of this vehicle under this phone that is not rated yet. */
  NOT_RATEABLE: { status: 409 },
  /** A change of the reservation waits for its payment: it is to be paid, dropped or over first. */
  CHANGE_PENDING: { status: 409 },
  /** The reservation is in another status than the action needs, or it is not the day yet. */
  STATUS_CONFLICT: { status: 409, data: z.object({ status: z.enum(RESERVATION_STATUSES) }) },
  /** It has reservations to come, and so can't be retired: the first of them, and how many there are. */
  BOOKED_VEHICLE: { status: 409, data: ComingReservations },
  /** The vehicle is retired, was taken down by an operator, or is there already. */
  VEHICLE_STATE: { status: 409 },
  /** The last change can't be taken back: it is too long ago, somebody went on from it, or money went out. */
  UNDO_OVER: { status: 409 },
  /** A colleague saved this draft since it was read: what is sent is not taken, and can be sent again on top of theirs. */
  DRAFT_CHANGED: { status: 409, data: z.object({ revision: z.int(), by: z.string().nullable() }) },
  /** The vehicle was handed over or came back by now: its record stays as it is. */
  PROTOCOL_CLOSED: { status: 409 },
  /** The proposal was answered, paid or withdrawn by now. */
  PROPOSAL_CONFLICT: { status: 409, data: z.object({ status: z.enum(PROPOSAL_STATUSES) }) },
  /** A colleague has the conversation by now, or gave it back: nothing is changed. */
  ASSIGNED_ALREADY: { status: 409, data: z.object({ by: z.string().nullable() }) },
  /** A colleague changed it since it was read: what is sent is not taken, and can be sent again on top of theirs. */
  CHANGED_MEANWHILE: { status: 409 },
  /** The ticket is closed: nothing more is written to it, and it cannot be closed again. */
  TICKET_CLOSED: { status: 409 },
  /** The correction was approved or refused before, or waits for another operator than the caller. */
  CORRECTION_DECIDED: { status: 409 },
  /** A change of the same thing waits for a second operator: it is decided or withdrawn first. */
  APPROVAL_WAITS: { status: 409 },
  /** It was approved, refused or withdrawn before, or is the caller's own request. */
  APPROVAL_DECIDED: { status: 409 },
  /** Reservations that wait, hold or run, or a payment on its way: to be finished or cancelled first. */
  OPEN_RESERVATIONS: { status: 409 },
  /** Each payout of it was paid or came back before. */
  PAYOUT_DECIDED: { status: 409 },
  PAYOUT_NOT_APPROVED: { status: 409 },
  /** Nobody else would be left who owns the company's desk. */
  LAST_OWNER: { status: 409 },
  /** They work for a company, or as an operator. */
  ALREADY_STAFF: { status: 409 },
  /** An application waits for its answer, or was approved: it is changed no more. */
  APPLICATION_SENT: { status: 409 },
  /** The application was approved or rejected before. */
  APPLICATION_DECIDED: { status: 409 },
  /** Five calendars of a vehicle are taken in, or three hundred of a company. */
  TOO_MANY_CALENDARS: { status: 409 },
  /** Money in the wallet: to be spent first, or given up by `forfeit_wallet`. */
  WALLET_NOT_EMPTY: { status: 409 },
} as const

export type ErrorCode = keyof typeof ERRORS
