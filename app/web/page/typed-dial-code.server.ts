import { countryOf } from '#app/i18n/format/country.ts'
import { DIAL_CODES } from '#app/rules/identity/dial-codes.server.ts'
import { withoutGrouping } from '#app/rules/identity/phone.ts'

/**
 * Normalises a typed dial code: a country's name in any of our languages becomes its code, and `0049` becomes `+49`.
 * Anything else stays as typed. *Ours*.
 */
export function typedDialCode(typed: string): string {
  const country = countryOf(typed.trim())
  const known = DIAL_CODES.find(({ code }) => code === country)
  return (
    known?.dial_code ?? (/^00\d+$/.test(withoutGrouping(typed)) ? withoutGrouping(typed).replace('00', '+') : typed)
  )
}
