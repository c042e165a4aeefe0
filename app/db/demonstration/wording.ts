import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { toArabicDigits } from '#app/rules/text/digits.ts'

/** One text in every language. */
export type Wording = Record<Language, string>

/** The texts of a line in the order of the site's languages: fa, en, ar, tr, de. */
export type Five = readonly [fa: string, en: string, ar: string, tr: string, de: string]

/** Names the five texts by language. Arabic texts have Latin digits in the source, where these are easier to edit, and get Arabic ones here. */
export function wordingOf([fa, en, ar, tr, de]: Five): Wording {
  return { fa, en, ar: toArabicDigits(ar), tr, de }
}

/** Joins texts in each language. */
export function joinWordings(parts: readonly Wording[], between = ' '): Wording {
  return mapWording((language) => parts.map((part) => part[language]).join(between))
}

/** Replaces each `{name}` in a text by a value of the same language. */
export function fillWording(pattern: Wording, values: Record<string, Wording>): Wording {
  return mapWording((language) =>
    pattern[language].replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.[language] ?? ''),
  )
}

function mapWording(textIn: (language: Language) => string): Wording {
  return Object.fromEntries(LANGUAGES.map((language) => [language, textIn(language)])) as Wording
}
