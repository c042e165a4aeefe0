import type { z } from 'zod'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { Driver } from '#app/contract/reservations.ts'
import { type CurrencyCode, IRAN_DIAL_CODE, type Language } from '#app/rules/constants.ts'
import { isOldEnough } from '#app/rules/driver-age.ts'
import { normaliseEmail } from '#app/rules/email.ts'
import { normalisePhone } from '#app/rules/normalise-phone.server.ts'
import { dialCodeOf } from '#app/rules/phone.ts'
import { dialCode } from './price.ts'

type DriverForm = z.infer<typeof Driver>

/** The oldest birth year that is no slip of the pen. Source: *ours*. */
const EARLIEST_BIRTH = '1900-01-01'

/**
 * The driver as stored, the phone in its one form. Throws INVALID_FIELDS with all fieldErrors at once: a phone that is none,
 * an e-mail that is missing outside Persian and Iran (§1), an address that Yekpay needs (decisions.md, "Paying"), a
 * driver too young at pick-up.
 */
export function checkedDriver(
  form: DriverForm,
  rental: { language: Language; currency: CurrencyCode; pickUp: string; minimumAge: number },
): DriverForm & { phone: string } {
  const fieldErrors: Record<string, string[]> = {}
  const phone = normalisePhone(form.phone, dialCode(form.country_code))
  if (!phone) fieldErrors.phone = ['phone']
  const isEuro = rental.currency === 'EUR'
  const isIranian = phone !== null && dialCodeOf(phone) === IRAN_DIAL_CODE
  const needed = {
    email: isEuro || rental.language !== 'fa' || !isIranian,
    address: isEuro,
    zip_code: isEuro,
    country: isEuro,
  }
  for (const field of ['email', 'address', 'zip_code', 'country'] as const) {
    if (needed[field] && !form[field]) fieldErrors[field] = ['required']
  }
  const born = form.date_of_birth
  if (born < EARLIEST_BIRTH || born > rental.pickUp) fieldErrors.date_of_birth = ['date']
  else if (!isOldEnough({ born, pickUp: rental.pickUp, minimumAge: rental.minimumAge })) {
    fieldErrors.date_of_birth = ['driver_too_young']
  }
  if (!phone || Object.keys(fieldErrors).length > 0)
    throw invalidFields(fieldErrors, { date_of_birth: { age: rental.minimumAge } })
  return { ...form, phone, email: form.email && normaliseEmail(form.email) }
}
