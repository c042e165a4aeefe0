import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { toArabicDigits } from '#app/rules/text/digits.ts'

/** One text in every language. */
export type Wording = Record<Language, string>

/** The texts of a line in the order of the site's languages: fa, en, ar, tr, de. */
export type Five = readonly [fa: string, en: string, ar: string, tr: string, de: string]

/** Arabic is typed with Latin digits here, which read the same in both directions, and stored with its own. */
export function wordingOf([fa, en, ar, tr, de]: Five): Wording {
  return { fa, en, ar: toArabicDigits(ar), tr, de }
}

/** Sentences put one after the other in each language. */
export function joinWordings(parts: readonly Wording[], between = ' '): Wording {
  return mapWording((language) => parts.map((part) => part[language]).join(between))
}

/** A pattern with `{name}` filled in from texts of the same language. */
export function fillWording(pattern: Wording, values: Record<string, Wording>): Wording {
  return mapWording((language) =>
    pattern[language].replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.[language] ?? ''),
  )
}

function mapWording(textIn: (language: Language) => string): Wording {
  return Object.fromEntries(LANGUAGES.map((language) => [language, textIn(language)])) as Wording
}
