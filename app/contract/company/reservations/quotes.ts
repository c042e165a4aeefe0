import { z } from 'zod'
import { about, deskStaff, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { OptionalReason } from '#app/contract/company/written.ts'
import { Reserved } from '#app/contract/reservations/reservations.ts'
import { Flag, Instant, IsoDate, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty, optionalLines } from '#app/contract/shapes/text.ts'
import { QUOTE_PAYMENTS, QUOTE_STATES, QUOTE_TERMS } from '#app/rules/reservation/quote.ts'
import { StaffBooking } from './bookings.ts'

const { VEHICLE_TAKEN, PRICE_CHANGED, IDEMPOTENCY_CONFLICT, BANNED_DETAILS, CUSTOMER_BLOCKED } = ERRORS
const { QUOTE_OVER, QUOTE_EXTENDED } = ERRORS

/** How long a quote stands; `until` is of a date. */
const QuoteTerm = z.strictObject({
  term: z.enum(QUOTE_TERMS, { error: 'required' }),
  until: z.preprocess(empty, IsoDate.optional()),
})

/** What staff decide about a quote besides the booking. */
export const QuoteTerms = z.strictObject({
  ...QuoteTerm.shape,
  may_extras: Flag,
  may_places: Flag,
  may_times: Flag,
  /** Shown to the customer. */
  message: optionalLines(500),
})

/** A booking by staff that its customer accepts first. */
const StaffQuote = StaffBooking.omit({
  payment: true,
  hold: true,
  received: true,
  reference: true,
  monthly: true,
}).extend({
  ...QuoteTerms.shape,
  payment: z.enum(QUOTE_PAYMENTS, { error: 'quote_payment' }),
})

const offering = about(deskStaff, 'vehicle', 'ad')
const changing = about(deskStaff, 'reservation').errors({ QUOTE_OVER })

export const quotes = {
  offer: offering
    .meta(notifying(offering, 300))
    .errors({ VEHICLE_TAKEN, PRICE_CHANGED, IDEMPOTENCY_CONFLICT, BANNED_DETAILS, CUSTOMER_BLOCKED })
    .route({
      method: 'POST',
      path: '/desk/quotes/',
      summary: 'Hold a vehicle for a customer who decides by a link; takes an Idempotency-Key (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(StaffQuote)
    .output(Reserved),
  extend: changing
    .errors({ QUOTE_EXTENDED })
    .route({
      method: 'POST',
      path: '/desk/quotes/{id}/extend/',
      summary: 'Let a quote stand longer, once (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ id: PublicId, ...QuoteTerm.shape }))
    .output(z.object({ id: PublicId, stands_until: Instant })),
  withdraw: changing
    .meta(notifying(changing, 300))
    .route({
      method: 'POST',
      path: '/desk/quotes/{id}/withdraw/',
      summary: 'Withdraw a quote that nobody has answered: its vehicle is free again, the customer is notified (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ id: PublicId, reason: OptionalReason }))
    .output(z.object({ id: PublicId, state: z.enum(QUOTE_STATES) })),
}
