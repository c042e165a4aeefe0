import type { Language } from '#app/rules/constants.ts'

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fa: 'فارسی',
  en: 'English',
  ar: 'العربية',
  tr: 'Türkçe',
  de: 'Deutsch',
}
