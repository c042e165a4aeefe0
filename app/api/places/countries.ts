import { countryIn } from '#app/i18n/format/country.ts'
import type { Language } from '#app/rules/constants.ts'
import { DIAL_CODES } from '#app/rules/identity/dial-codes.server.ts'
import { byName, countryNamed } from './named.ts'

type Stored = { id: number; code: string; name_fa: string; name_en: string; name_ar: string }

/**
 * Every country with a dial code, by name in the language. If cities of it are stored, it has the id under which they
 * are found and the stored names; the others have the names in Unicode's data.
 */
export function listCountries(stored: readonly Stored[], language: Language) {
  const byCode = new Map(stored.map((country) => [country.code, country]))
  const countries = DIAL_CODES.map(({ code, dial_code }) => ({
    ...countryNamed(byCode.get(code) ?? unstored(code), language),
    dial_code,
  }))
  return countries.sort(byName(language))
}

/** A country as it is stored with its first city; undefined for a code without a dial code. */
export function storedCountry(code: string): (Stored & { dial_code: string }) | undefined {
  const known = DIAL_CODES.find((country) => country.code === code)
  return known && { ...unstored(code), dial_code: known.dial_code }
}

/** A country that is not stored, with an id from its two letters, above all stored ids. */
function unstored(code: string): Stored {
  const id = 1_000_000 + code.charCodeAt(0) * 100 + code.charCodeAt(1)
  return { id, code, name_fa: countryIn('fa', code), name_en: countryIn('en', code), name_ar: countryIn('ar', code) }
}
