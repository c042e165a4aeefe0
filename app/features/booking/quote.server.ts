import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Driver, RentalChoice } from '#app/contract/reservations/reservations.ts'
import { Whole } from '#app/contract/shapes/shapes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import { isPhone } from '#app/rules/identity/phone.ts'
import type { ApiClient } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'
import { typedDialCode } from '#app/web/page/typed-dial-code.server.ts'
import type { BookingContext } from './booking-context.ts'
import type { Ad, AlternativeCard, Booking, ShownQuote } from './booking-form.ts'
import { shownCard } from './shown.server.ts'

/** A place, or an address, which may still be empty: all addresses cost the same. */
const PricedPlace = z.object({ id: Whole, address: optionalText(500) }).optional()

/** What the price depends on; the driver's fields of the same form are ignored. */
export const BookingChoice = z.object({
  ...RentalChoice.shape,
  receive_address: PricedPlace,
  return_address: PricedPlace,
})
export type BookingChoice = z.infer<typeof BookingChoice>

export type FieldErrorList = Record<string, FieldError[]>
export interface Priced {
  quote: ShownQuote | null
  fieldErrors: FieldErrorList
}

/**
 * The price of a choice, or its errors by field. With an invalid discount code there is an error and a price without
 * discount. The phone, if it is already typed, decides about codes that each phone may use once.
 */
export async function priceOf(api: ApiClient, ad: Ad, choice: BookingChoice, fields?: FormData): Promise<Priced> {
  try {
    const places = {
      receive_address: namedPlace(choice.receive_address),
      return_address: namedPlace(choice.return_address),
    }
    const priced = await api.reservations.price({ ...choice, ...places, id: ad.id, ...phoneIn(fields) })
    const { start_at: _start, end_at: _end, discount, free_unit, ...shown } = priced
    const quote = { ...shown, ...(free_unit !== null && { free_unit }), now: new Date().toISOString() }
    const fieldErrors: FieldErrorList =
      discount && !discount.ok ? { discount_code: [{ key: discount.reason ?? 'invalid' }] } : {}
    return { quote, fieldErrors }
  } catch (error) {
    if (!isCallError(error, 'INVALID_FIELDS')) throw error
    return { quote: null, fieldErrors: fieldErrorsOf(error) }
  }
}

/**
 * Vehicles of the same kind in the same city, free in the time of the quote, other than this one.
 * @param options.elsewhere only of other companies
 */
export async function similarTo(
  { api, ad, currency }: Pick<BookingContext, 'api' | 'ad' | 'currency'>,
  rental: Partial<BookingChoice>,
  { elsewhere = false } = {},
): Promise<AlternativeCard[]> {
  const { start_date, start_time, end_date, end_time } = rental
  const time = start_date && end_date ? { start_date, start_time, end_date, end_time } : {}
  const body = { categories: [ad.category], city: String(ad.city.id), types: [ad.type.slug], ...time }
  const query = { page: 1, size: elsewhere ? SEARCHED : SIMILAR + 1, currency }
  const isOther = ({ id, company }: { id: number; company: { id: number } }) =>
    elsewhere ? company.id !== ad.company.id : id !== ad.id
  const found = await api.ads.search({ query, body })
  const others = found.results.filter(isOther)
  if (others.length > 0) return others.slice(0, SIMILAR).map(shownCard)
  const { results } = await api.ads.search({ query, body: { ...body, types: [] } })
  return results.filter(isOther).slice(0, SIMILAR).map(shownCard)
}

/** A booking as of now, with a new idempotency key if it has a price to reserve for. */
export function bookingOf(facts: Omit<Booking, 'key' | 'at'>): Booking {
  const canReserve = facts.quote?.available === true && !facts.held
  return { ...facts, key: canReserve ? randomBytes(16).toString('base64url') : null, at: Date.now() }
}

const SIMILAR = 3
/** Of so many some are another company's. */
const SEARCHED = 50

function namedPlace(place: BookingChoice['receive_address']) {
  return place?.id === FREE_ADDRESS_ID ? { ...place, address: place.address || '—' } : place
}

/** The phone in a form, for codes that each phone may use once; empty when none is typed yet. */
export function phoneIn(fields: FormData | undefined) {
  const phone = fields?.get('phone')
  const code = Driver.shape.country_code.safeParse(typedDialCode(String(fields?.get('country_code') ?? '')))
  return typeof phone === 'string' && isPhone(phone.trim()) && code.success ? { phone, country_code: code.data } : {}
}
