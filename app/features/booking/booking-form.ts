import type { z } from 'zod'
import type { AdCard, AdDetail, AnsweredComment } from '#app/contract/ads.ts'
import type { Quote } from '#app/contract/reservations/reservations.ts'
import { type CurrencyCode, type Language, servesIran } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import type { FormReply } from '#app/ui/form/form.tsx'
import type { ChosenDays } from './free-days.ts'
import type { shownAd } from './shown.server.ts'

export type Ad = z.infer<typeof AdDetail>
type AnyCard = z.infer<typeof AdCard>

/** The facts of the vehicle that the page shows. */
export type ShownAd = ReturnType<typeof shownAd>

/** Another vehicle as its card shows it. */
export type AlternativeCard = Pick<AnyCard, 'id' | 'category' | 'title' | 'year' | 'zone' | 'picture' | 'price'> & {
  company: string
}
/** A traveller's review, with its date in the vehicle's city. */
export type Review = Omit<z.infer<typeof AnsweredComment>, 'created_at' | 'answer'> & {
  written: CalendarDate
  answer: { body: string; written: CalendarDate } | null
}
/** A price as the page shows it, and the instant of the request, with which its deadlines are compared. */
export type ShownQuote = Omit<z.infer<typeof Quote>, 'start_at' | 'end_at' | 'discount' | 'free_unit'> & {
  free_unit?: number
  now: string
}

/** A vehicle that is held for the visitor, until a time of day in its city. */
export interface ShownHold {
  /** The reservation. */
  id: string
  title: string
  city: string
  until: string
}

/** Why a reservation was not made although its form was valid. */
export type Refusal = 'taken' | 'price' | 'holds' | 'conflict' | 'busy' | 'banned' | 'refused'

/** The state of the booking form: initially from the address, then from each answer to the form. */
export interface Booking {
  form?: FormReply
  chosen: ChosenDays
  quote: ShownQuote | null
  /** Free vehicles of the same kind, when this one is taken; of other companies, when its own refuses the booking. */
  alternatives: AlternativeCard[] | null
  /** The idempotency key of the reservation; null when there is no price to reserve for. */
  key: string | null
  refusal?: Refusal
  /** Already held for this visitor at this very time: what is left is the payment. */
  held?: ShownHold
  /** Which button's request this answers; absent before the form was sent, and for a price that was requested while typing. */
  answers?: 'price' | 'reserve'
  /** The total that was shown before the price changed. */
  before?: number
  /** When it was made, in milliseconds: the later of two answers counts. */
  at: number
}

export const FORM_ID = 'book'

/** The extras that are on or off. */
export const SWITCHED_EXTRAS = ['supplemental_insurance', 'extra_driver', 'internet'] as const

/** Fields on which the price depends; the driver's are not among them. */
const PRICED_FIELDS = [
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'receive_address',
  'return_address',
  'child_seat_count',
  ...SWITCHED_EXTRAS,
  'flexible',
  'discount_code',
] as const

/** Whether the price depends on a field, by its name in the form: `start_date.day` as well. */
export function isPriced(name: string): boolean {
  return PRICED_FIELDS.some((field) => name === field || name.startsWith(`${field}.`))
}

/** The driver's fields in the order of the form. */
export const DRIVER_FIELDS = [
  'fullname',
  'national_id',
  'country_code',
  'phone',
  'email',
  'date_of_birth',
  'country',
  'city',
  'address',
  'zip_code',
] as const

const ADDRESS_FIELDS = ['country', 'address', 'zip_code'] as const

/** Whether a driver's field is required: for euro the bank wants an address, and in languages other than Persian codes go by e-mail (§1). */
export function isNeeded(
  field: (typeof DRIVER_FIELDS)[number],
  { currency, language }: { currency: CurrencyCode; language: Language },
): boolean {
  if (field === 'city') return false
  if (field === 'email') return currency === 'EUR' || !servesIran(language)
  return currency === 'EUR' || !ADDRESS_FIELDS.some((one) => one === field)
}
