import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { foldText } from '#app/rules/digits.ts'
import { localeTag } from './language.ts'

/**
 * A country as a person reads it: what is kept as its code (ISO 3166) in the words of the language, all else as it was
 * typed. By Intl, so for the server alone. Source: *ours*; §3 leaves open what a country is.
 */
export function countryIn(language: Language, kept: string): string {
  return namesIn(language).get(kept) ?? kept
}

/** A country as it is kept: its code where any of our languages has that name for it, else as it was typed. Source: *ours*. */
export function countryOf(typed: string): string {
  codes ??= codesByName()
  return codes.get(foldText(typed)) ?? typed
}

const names = new Map<Language, Map<string, string>>()
let codes: Map<string, string> | undefined

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Regions of Unicode's data in which nobody lives: unions, tests, the unknown. */
const NO_COUNTRIES = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Names by code. */
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

/** Codes by folded name, and by themselves. */
function codesByName(): Map<string, string> {
  const entries = LANGUAGES.flatMap((language) => [...namesIn(language)])
  return new Map(entries.flatMap(([code, name]) => [name, code].map((text) => [foldText(text), code] as const)))
}

/** Whether a code gave way to another, as DD did to DE. */
function isFormer(code: string): boolean {
  return Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
}
