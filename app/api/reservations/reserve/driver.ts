import type { z } from 'zod'
import type { Driver } from '#app/contract/reservations/reservations.ts'
import { countryOf } from '#app/i18n/format/country.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import { driverErrors } from '#app/rules/reservation/driver/driver-rules.server.ts'

type DriverForm = z.infer<typeof Driver>

/** The driver as stored, with a normalised phone; or the errors for this rental, by field. */
export function checkedDriver(
  form: DriverForm,
  rental: { language: Language; currency: CurrencyCode; pickUp: string; minimumAge: number },
): { driver: DriverForm; fieldErrors?: never } | { driver?: never; fieldErrors: Record<string, string[]> } {
  const fieldErrors = driverErrors(form, { ...rental, nationality: form.country && countryOf(form.country) })
  const phone = validPhone(form.phone, withPlus(form.country_code))
  if (!phone || Object.keys(fieldErrors).length > 0) return { fieldErrors }
  return { driver: { ...form, phone, email: form.email && normaliseEmail(form.email) } }
}
