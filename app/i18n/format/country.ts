import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { documentOf } from '#app/rules/identity/document-of.ts'
import { foldText } from '#app/rules/text/digits.ts'
import { localeTag } from '../language.ts'

/**
 * A country for display: a stored code (ISO 3166) becomes its name in the language, any other text stays as typed. Uses
 * Intl, so server only. Source: *ours*; §3 does not define countries.
 */
export function countryIn(language: Language, kept: string): string {
  return namesIn(language).get(kept) ?? kept
}

/**
 * A country for storing: its code if the text is its name in any of our languages, otherwise the text as typed. Source:
 * *ours*.
 */
export function countryOf(typed: string): string {
  const known = documentOf(typed)
  if (known && known !== 'other') return known
  codes ??= codesByName()
  return codes.get(foldText(typed)) ?? typed
}

const names = new Map<Language, Map<string, string>>()
let codes: Map<string, string> | undefined

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Regions of Unicode's data that are no countries: unions, test codes, unknown. */
const NO_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Country names by code. */
function namesIn(language: Language): Map<string, string> {
  const known = names.get(language)
  if (known) return known
  const display = new Intl.DisplayNames(localeTag(language), { type: 'region', fallback: 'none' })
  const made = new Map<string, string>()
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = NO_COUNTRIES.includes(code) || isFormer(code) ? undefined : display.of(code)
    if (name) made.set(code, name)
  }
  names.set(language, made)
  return made
}

/** Codes by folded name, and by code. */
function codesByName(): Map<string, string> {
  const entries = LANGUAGES.flatMap((language) => [...namesIn(language)])
  return new Map(entries.flatMap(([code, name]) => [name, code].map((text) => [foldText(text), code] as const)))
}

/** Whether a code was replaced by another, as DD by DE. */
function isFormer(code: string): boolean {
  return Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
}
