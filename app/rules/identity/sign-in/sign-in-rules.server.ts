import { DEFAULT_DIAL_CODE, IRAN_DIAL_CODE, type Language, servesIran } from '#app/rules/constants.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { dialCodeOf, withPlus } from '#app/rules/identity/phone.ts'

/** The fields of the sign-in's first step, those left out that failed their own rules. */
export type SignInFields = Partial<Record<'phone' | 'country_code' | 'email', string>>

/**
 * What is wrong with the first step of the sign-in, as keys by field: an invalid phone, no dial code where the language
 * has none of its own (§9), no e-mail where the code can't go by SMS alone (§1).
 */
export function signInErrors(
  { phone, country_code, email }: SignInFields,
  language: Language,
): Record<string, string[]> {
  const fieldErrors: Record<string, string[]> = {}
  const code = withPlus(country_code ?? DEFAULT_DIAL_CODE[language])
  const whole = phone && validPhone(phone, code)
  if (!code && !whole) fieldErrors.country_code = ['country_code']
  else if (phone && !whole) fieldErrors.phone = ['phone']
  const isIranian = (whole ? dialCodeOf(whole) : code) === IRAN_DIAL_CODE
  if (!email && !(servesIran(language) && isIranian)) fieldErrors.email = ['required']
  return fieldErrors
}
