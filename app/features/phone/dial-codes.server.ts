import { countryIn } from '#app/i18n/format/country.ts'
import { type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { DIAL_CODES } from '#app/rules/identity/dial-codes.server.ts'
import type { DialCodes } from './phone-field.tsx'

const lists = new Map<Language, DialCodes>()

/** Every country with its dial code, by name in the language. Where countries share a code (+1), all but one add their ISO letters. */
export function dialCodesIn(language: Language): DialCodes {
  const known = lists.get(language)
  if (known) return known
  const { compare } = new Intl.Collator(LOCALE_TAGS[language])
  const list = DIAL_CODES.map(({ code, dial_code, is_main }): DialCodes[number] => [
    countryIn(language, code),
    is_main ? dial_code : `${dial_code} ${code}`,
  ]).sort(([one], [other]) => compare(one, other))
  lists.set(language, list)
  return list
}
