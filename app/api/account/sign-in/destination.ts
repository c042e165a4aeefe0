import type { Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { DEFAULT_DIAL_CODE, type Language, servesIran } from '#app/rules/constants.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { isIranian, smsReaches } from '#app/rules/identity/phone.ts'
import { signInErrors } from '#app/rules/identity/sign-in/sign-in-rules.server.ts'

type Reach = Pick<Deps['settings'], 'smsAbroad'>
type Channel = 'sms' | 'email'
type Typed = { phone: string; country_code?: string; email?: string }

/**
 * The normalised phone and how its code is sent: on the Persian site to Iranian numbers by SMS, to everybody else by
 * e-mail, and by SMS too if one reaches the number. Throws INVALID_FIELDS for an invalid phone, without a dial code,
 * and without a required e-mail address. Source: §1, §5; decisions.md, "Identity and access".
 */
export function destinationOf(typed: Typed, language: Language, settings: Reach) {
  const fieldErrors = signInErrors(typed, language)
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
  const phone = phoneOf(typed, language)
  const bySms = smsReaches(phone, settings)
  const needsNoEmail = servesIran(language) && isIranian(phone)
  return { phone, email: needsNoEmail || !typed.email ? null : normaliseEmail(typed.email), bySms }
}

/** The channels of a code, for the person who waits for it. */
export function channelsOf({ email, bySms }: { email: string | null; bySms: boolean }): Channel[] {
  return [...(email === null ? [] : (['email'] as const)), ...(bySms ? (['sms'] as const) : [])]
}

/** The normalised phone of a form, with its own dial code, the one in the form, or the language's (§9). */
export function phoneOf({ phone, country_code }: Omit<Typed, 'email'>, language: Language): string {
  const named = country_code ?? DEFAULT_DIAL_CODE[language]
  const normal = validPhone(phone, named.startsWith('+') ? named : `+${named}`)
  if (!normal) throw invalidFields(named ? { phone: ['phone'] } : { country_code: ['country_code'] })
  return normal
}
