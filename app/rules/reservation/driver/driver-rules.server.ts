import { judgeIdentity } from '#app/rules/identity/national-id.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { dialCodeOf, withPlus } from '#app/rules/identity/phone.ts'
import { type CurrencyCode, IRAN_DIAL_CODE, type Language, servesIran } from '../../constants.ts'
import { isOldEnough } from './driver-age.ts'

/** The fields of a driver's form that passed their own rules. Missing fields are not checked here. */
export type DriverFields = Partial<
  Record<
    'national_id' | 'country_code' | 'phone' | 'email' | 'date_of_birth' | 'country' | 'address' | 'zip_code',
    string
  >
>

/** Earlier dates of birth are probably typing errors. Source: *ours*. */
const EARLIEST_BIRTH = '1900-01-01'

/**
 * What is wrong with a driver for this rental, as keys by field: an invalid phone, an e-mail that is missing outside
 * Persian and Iran (§1), an address that Yekpay needs, a driver too young at pick-up, a number that is none of the
 * nationality's documents, an Iranian on the Persian site without an Iranian id. Source: §5; decisions.md, "Paying" and
 * "Decided after the first look".
 */
export function driverErrors(
  form: DriverFields,
  rental: {
    language: Language
    currency: CurrencyCode
    minimumAge: number
    /** Undefined without a valid date. */
    pickUp: string | undefined
    /** The code (ISO 3166) of `form.country`, if it is a country. */
    nationality: string | undefined
  },
): Record<string, string[]> {
  const fieldErrors: Record<string, string[]> = {}
  const isEuro = rental.currency === 'EUR'
  const code = withPlus(form.country_code ?? '')
  const phone = form.phone && validPhone(form.phone, code)
  if (form.phone && form.country_code && !phone) fieldErrors.phone = ['phone']
  const isIranian = (phone ? dialCodeOf(phone) : code) === IRAN_DIAL_CODE
  const needed = {
    email: isEuro || !servesIran(rental.language) || !isIranian,
    address: isEuro,
    zip_code: isEuro,
    country: isEuro,
  }
  for (const field of ['email', 'address', 'zip_code', 'country'] as const) {
    if (needed[field] && !form[field]) fieldErrors[field] = ['required']
  }
  const country = rental.nationality
  const identity = judgeIdentity(form.national_id ?? '', {
    country,
    iranianOnly: servesIran(rental.language) && country === 'IR',
  })
  if (form.national_id && !identity.ok) fieldErrors.national_id = [identity.kind]
  const born = form.date_of_birth
  if (!born) return fieldErrors
  if (born < EARLIEST_BIRTH || (rental.pickUp && born > rental.pickUp)) fieldErrors.date_of_birth = ['date']
  else if (rental.pickUp && !isOldEnough({ born, pickUp: rental.pickUp, minimumAge: rental.minimumAge })) {
    fieldErrors.date_of_birth = ['driver_too_young']
  }
  return fieldErrors
}
