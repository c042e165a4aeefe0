import { z } from 'zod'
import { limited, maybeSignedIn, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Bill } from '#app/contract/shapes/bill.ts'
import { Flag, Instant, PublicId, Whole } from '#app/contract/shapes/shapes.ts'
import { optionalLines } from '#app/contract/shapes/text.ts'
import { QUOTE_PAYMENTS, QUOTE_STATES } from '#app/rules/reservation/quote.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { ReservationChange } from './own-reservations.ts'
import { ReservationStatus, Voucher } from './reservations.ts'

const { QUOTE_OVER, COMPANY_SUSPENDED, NOT_CHANGEABLE, VEHICLE_TAKEN, PRICE_CHANGED, BANNED_DETAILS, BOOKING_REFUSED } =
  ERRORS

/** What a customer may change of a quote, where staff allow it: the hours of its days, places and extras. */
export const QuoteChanges = ReservationChange.omit({ id: true, start_date: true, end_date: true })

/** A quote beside its reservation. */
export const Quote = z.object({
  state: z.enum(QUOTE_STATES),
  pays: z.enum(QUOTE_PAYMENTS),
  may: z.object({ extras: z.boolean(), places: z.boolean(), times: z.boolean() }),
  /** The words of staff, and who wrote them. */
  message: z.string().nullable(),
  by: z.string().nullable(),
  /** When it ends, or ended. */
  stands_until: Instant,
  seen_at: Instant.nullable(),
  extended_at: Instant.nullable(),
  answered_at: Instant.nullable(),
  /** The customer's words when they declined it, or the company's when it was withdrawn. */
  answer: z.string().nullable(),
})

const id = z.object({ id: PublicId })
const answering = maybeSignedIn.errors({ QUOTE_OVER })
const pricing = answering.errors({ NOT_CHANGEABLE, COMPANY_SUSPENDED })

/** The calls of a customer with the unguessable link of a quote, as with the link to pay. Source: issue 19, A. */
export const quotes = {
  read: maybeSignedIn
    .route({
      method: 'GET',
      path: '/quotes/{id}/',
      summary: 'A held offer with its reservation; the first reading by its customer is noted (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(Voucher.extend({ offer: Quote, suspended: z.boolean() })),
  price: pricing
    .meta(limited(pricing, { bucket: 'quote price', most: 300, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/quotes/{id}/price/',
      summary: 'The bill of a quote with changes: what was offered keeps its price; changes nothing (ours)',
      tags: ['reservations'],
    })
    .input(z.strictObject({ id: PublicId, ...QuoteChanges.shape }))
    .output(Bill.extend({ available: z.boolean() })),
  accept: pricing
    .meta(notifying(pricing, 100))
    .errors({ VEHICLE_TAKEN, PRICE_CHANGED, BANNED_DETAILS, BOOKING_REFUSED })
    .route({
      method: 'POST',
      path: '/quotes/{id}/accept/',
      summary: 'Accept a quote, perhaps changed: its reservation waits for its payment, or is confirmed (ours)',
      tags: ['reservations'],
    })
    .input(
      z.strictObject({
        id: PublicId,
        ...QuoteChanges.shape,
        agreed: Flag.refine((yes) => yes, 'required'),
        /** The total that the caller saw: if the price differs, nothing is accepted. */
        shown_total: Whole.optional(),
      }),
    )
    .output(
      z.object({
        id: PublicId,
        status: ReservationStatus,
        hold_until: Instant.nullable(),
        /** Whether it had been accepted before; then nothing was changed now. */
        before: z.boolean(),
      }),
    ),
  decline: answering
    .meta(notifying(answering, 100))
    .route({
      method: 'POST',
      path: '/quotes/{id}/decline/',
      summary: 'Decline a quote, with a word to the company: its vehicle is free again (ours)',
      tags: ['reservations'],
    })
    .input(z.strictObject({ id: PublicId, reason: optionalLines(500) }))
    .output(z.object({ id: PublicId, state: z.enum(QUOTE_STATES) })),
}
