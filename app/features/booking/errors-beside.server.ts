import type { z } from 'zod'
import type { Reserve } from '#app/contract/reservations/reservations.ts'
import { countryOf } from '#app/i18n/format/country.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { DEFAULT_TIME } from '#app/rules/constants.ts'
import { driverErrors } from '#app/rules/reservation/driver/driver-rules.server.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'

import type { BookingContext } from './booking-context.ts'
import { type BookingChoice, type FieldErrorList, phoneIn, priceOf } from './quote.server.ts'

/** A choice that is valid for every vehicle, without dates. */
const PLAIN = {
  start_time: DEFAULT_TIME,
  end_time: DEFAULT_TIME,
  child_seat_count: 0,
  extra_driver: false,
  internet: false,
  supplemental_insurance: false,
}
const FEW_DAYS = 3

/**
 * The errors that the price call finds in a choice's well-formed fields when other fields are malformed, so that all errors are
 * shown at once. For the call, the malformed fields get values that are always valid.
 */
export async function choiceErrorsBeside(
  bookingContext: BookingContext,
  valid: Partial<BookingChoice>,
  fields: FormData,
): Promise<FieldErrorList> {
  const { discount_code, ...typed } = valid
  const start_date = typed.start_date ?? addDays(bookingContext.today, 1)
  const areDaysRight = typed.start_date !== undefined && typed.end_date !== undefined
  const end_date = areDaysRight && typed.end_date ? typed.end_date : addDays(start_date, FEW_DAYS)
  const choice = {
    ...PLAIN,
    id: bookingContext.ad.id,
    currency: bookingContext.currency,
    ...typed,
    start_date,
    end_date,
  }
  const { fieldErrors } = await priceOf(
    bookingContext.api,
    bookingContext.ad,
    areDaysRight ? { ...choice, discount_code } : choice,
    fields,
  )
  const isTyped = (name: string) =>
    name === 'discount_code' || (name === 'end_date' ? areDaysRight : (name.split('.')[0] ?? '') in typed)
  const own = Object.fromEntries(Object.entries(fieldErrors).filter(([name]) => isTyped(name)))
  return areDaysRight || !discount_code ? own : { ...own, ...(await codeErrors(bookingContext, discount_code, fields)) }
}

/** The errors of a discount code that can be found without dates; none when too many codes were tried. */
async function codeErrors(
  { api, ad, currency }: BookingContext,
  code: string,
  fields: FormData,
): Promise<FieldErrorList> {
  try {
    const { is_valid, reason } = await api.reservations.discountIsValid({
      id: ad.id,
      code,
      currency,
      ...phoneIn(fields),
    })
    return is_valid ? {} : { discount_code: [{ key: reason ?? 'invalid' }] }
  } catch (error) {
    if (isCallError(error, 'TOO_MANY_REQUESTS')) return {}
    throw error
  }
}

/** The errors that the reservation call finds in the driver's well-formed fields when other fields of the form are malformed. */
export function driverErrorsBeside(
  { ad, language, currency }: BookingContext,
  valid: Partial<z.infer<typeof Reserve>>,
): FieldErrorList {
  const found = driverErrors(valid, {
    language,
    currency,
    minimumAge: ad.min_driver_age,
    pickUp: valid.start_date,
    nationality: valid.country && countryOf(valid.country),
  })
  const errorOf = (key: string): FieldError =>
    key === 'driver_too_young' ? { key, values: { age: ad.min_driver_age } } : { key }
  return Object.fromEntries(Object.entries(found).map(([name, keys]) => [name, keys.map(errorOf)]))
}
