import { countryOf } from '#app/i18n/country.ts'
import { DIAL_CODES } from '#app/rules/dial-codes.server.ts'
import { withoutGrouping } from '#app/rules/phone.ts'

/**
 * The dial code that is meant by what was typed for it: a country's name in any of our languages stands for its code, and
 * `0049` for `+49`. Anything else stays as it was typed. *Ours*.
 */
export function typedDialCode(typed: string): string {
  const country = countryOf(typed.trim())
  const known = DIAL_CODES.find(({ code }) => code === country)
  return (
    known?.dial_code ?? (/^00\d+$/.test(withoutGrouping(typed)) ? withoutGrouping(typed).replace('00', '+') : typed)
  )
}
