import type { Language } from '#app/rules/constants.ts'

/** The three columns in which places, brands and the like carry their name (§3); places have two more (*ours*). */
export interface LocalisedNames {
  name_fa: string | null
  name_en: string | null
  name_ar: string | null
  name_tr?: string | null
  name_de?: string | null
}

/** The name in a language; a missing one falls back to English, then to Persian (decisions.md). */
export function nameOf(entity: LocalisedNames, language: Language): string {
  return entity[`name_${language}`] || entity.name_en || entity.name_fa || ''
}

/** A vehicle's title: the names of brand, model and trim, as far as it has them, in one line. */
export function vehicleTitle(parts: readonly (LocalisedNames | null)[], language: Language): string {
  return parts.flatMap((part) => (part && nameOf(part, language)) || []).join(' ')
}

/** The text in a language; a missing one falls back to English, Persian, then any other. */
export function wordingIn(language: Language, texts: Partial<Record<Language, string>>): string {
  return texts[language] || texts.en || texts.fa || Object.values(texts).find(Boolean) || ''
}
