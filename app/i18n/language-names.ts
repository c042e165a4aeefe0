import type { Language } from '#app/rules/constants.ts'

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fa: 'فارسی',
  en: 'English',
  ar: 'العربية',
  tr: 'Türkçe',
  de: 'Deutsch',
}
