import { countryIn } from '#app/i18n/format/country.ts'
import type { Language } from '#app/rules/constants.ts'
import { DIAL_CODES } from '#app/rules/identity/dial-codes.server.ts'
import { byName, countryNamed } from './named.ts'

type Stored = { id: number; code: string; name_fa: string; name_en: string; name_ar: string }

/**
 * Every country with a dial code, by name in the language. Where cities of one are stored, it has the id under which they
 * are found and the names that are stored; the others are named by Unicode's data.
 */
export function listCountries(stored: readonly Stored[], language: Language) {
  const byCode = new Map(stored.map((country) => [country.code, country]))
  const countries = DIAL_CODES.map(({ code, dial_code }) => ({
    ...countryNamed(byCode.get(code) ?? unstored(code), language),
    dial_code,
  }))
  return countries.sort(byName(language))
}

/** A country as it is written down with its first city; undefined where the code is none with a dial code. */
export function storedCountry(code: string): (Stored & { dial_code: string }) | undefined {
  const known = DIAL_CODES.find((country) => country.code === code)
  return known && { ...unstored(code), dial_code: known.dial_code }
}

/** A country of which nothing is stored, its id of its two letters and above all that are. */
function unstored(code: string): Stored {
  const id = 1_000_000 + code.charCodeAt(0) * 100 + code.charCodeAt(1)
  return { id, code, name_fa: countryIn('fa', code), name_en: countryIn('en', code), name_ar: countryIn('ar', code) }
}
