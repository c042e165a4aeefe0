import { z } from 'zod'
import { ReservationCard } from '#app/contract/reservations/own-reservations.ts'
import { Instant, Money, RowId } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { LANGUAGES, TRUST_TYPES } from '#app/rules/constants.ts'
import { CUSTOMER_SEEN } from '#app/rules/reservation/customer-seen.ts'
import { QUOTE_STATES } from '#app/rules/reservation/quote.ts'

/** For staff it is their own company; operators name one. */
export const CompanyId = z.preprocess(empty, RowId.optional())

/** An age as a band of years; null where it has no end, and both if it is not known. */
export const AgeBand = z.object({ from: z.int().nullable(), to: z.int().nullable() })

/** A reservation as the company's desk sees it. */
export const ManagedReservation = ReservationCard.extend({
  /** What the caller sees of the customer. Before the company accepts only the first name, and the phone is empty. */
  seen: z.enum(CUSTOMER_SEEN),
  fullname: z.string(),
  phone: z.string(),
  age_band: AgeBand,
  start_at: Instant,
  end_at: Instant,
  /** Names of the places, or the customer's address. */
  receive: z.string(),
  return: z.string(),
  child_seat_count: z.int(),
  extra_driver: z.boolean(),
  internet: z.boolean(),
  supplemental_insurance: z.boolean(),
  /** What the desk collects at the hand-over: of a rental in monthly parts, those that are due then. */
  due_at_desk: Money,
  /** Full hours left to confirm; null if nothing waits. */
  hours_left: z.int().nullable(),
  deposit: z.object({ requested: z.boolean(), uploaded_at: Instant.nullable() }),
})

/** A reservation in a list of the desk. */
export const DeskLine = ManagedReservation.extend({
  /** As written on the vehicle; null if the company has not entered it. */
  plate: z.string().nullable(),
  /** The language of the booking. */
  language: z.enum(LANGUAGES),
  trust_type: z.enum(TRUST_TYPES),
  guarantee_amount: z.int(),
  /** Full minutes by which a pick-up or a return is overdue; null if none is. */
  late_minutes: z.int().nullable(),
  /** Where an offer of staff stands; null for other reservations. */
  quote: z.enum(QUOTE_STATES).nullable(),
})

export const Plate = z.string().max(20).nullable()
