import { type CurrencyCode, IRAN_DIAL_CODE, type Language } from './constants.ts'
import { isOldEnough } from './driver-age.ts'
import { judgeIdentity } from './national-id.ts'
import { validPhone } from './normalise-phone.server.ts'
import { dialCodeOf, withPlus } from './phone.ts'

/** A driver's form as far as it holds by itself; what is missing is not judged beyond that. */
export type DriverFields = Partial<
  Record<
    'national_id' | 'country_code' | 'phone' | 'email' | 'date_of_birth' | 'country' | 'address' | 'zip_code',
    string
  >
>

/** The oldest birth year that is no slip of the pen. Source: *ours*. */
const EARLIEST_BIRTH = '1900-01-01'

/**
 * What is wrong with a driver for this rental, as keys by field: an invalid phone, an e-mail that is missing outside
 * Persian and Iran (§1), an address that Yekpay needs, a driver too young at pick-up, a number that is none of the
 * nationality's documents, an Iranian on the Persian site without an Iranian id. Source: §5; decisions.md, "Paying" and "Decided after the first look".
 */
export function driverErrors(
  form: DriverFields,
  rental: {
    language: Language
    currency: CurrencyCode
    minimumAge: number
    /** Where it is known. */
    pickUp: string | undefined
    /** The country of `form.country` by its code (ISO 3166), where it is one. */
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
    email: isEuro || rental.language !== 'fa' || !isIranian,
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
    iranianOnly: rental.language === 'fa' && country === 'IR',
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
