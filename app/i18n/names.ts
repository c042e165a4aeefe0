import type { Language } from '#app/rules/constants.ts'

/** The three columns in which places, brands and the like carry their name (§3). */
export interface LocalisedNames {
  name_fa: string | null
  name_en: string | null
  name_ar: string | null
}

/** The name in a language: tr and de fall back to English, ar to Arabic and then English (decisions.md). */
export function nameOf(entity: LocalisedNames, language: Language): string {
  const { name_fa: persian, name_en: english, name_ar: arabic } = entity
  if (language === 'fa') return persian || english || ''
  if (language === 'ar') return arabic || english || persian || ''
  return english || persian || ''
}

/** A text that exists once per language; where one lacks, English and then Persian stand in. */
export function wordingIn(language: Language, texts: Partial<Record<Language, string>>): string {
  return texts[language] || texts.en || texts.fa || ''
}
