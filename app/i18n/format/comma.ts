import type { Language } from '#app/rules/constants.ts'

const COMMA: Record<Language, string> = { fa: '، ', en: ', ', ar: '، ', tr: ', ', de: ', ' }

/** The separator of lists in a language, with its space. */
export function commaOf(language: Language): string {
  return COMMA[language]
}
