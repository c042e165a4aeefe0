import type { z } from 'zod'
import type { Named } from '#app/contract/shapes/shapes.ts'
import { countryIn } from '#app/i18n/format/country.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { type Language, LOCALE_TAGS } from '#app/rules/constants.ts'

type Names = {
  id: number
  name_fa: string
  name_en: string
  name_ar: string
  name_tr?: string | null
  name_de?: string | null
}

/** An entity's name in a language, in addition to its three columns (§3). */
export function named(entity: Names, language: Language): z.infer<typeof Named> {
  const { id, name_fa, name_en, name_ar } = entity
  return { id, name: nameOf(entity, language), name_fa, name_en, name_ar }
}

/** A country with its name in the language. */
export function countryNamed(country: Names & { code: string }, language: Language) {
  return { ...named(country, language), name: countryIn(language, country.code), code: country.code }
}

const collators = new Map<Language, Intl.Collator>()

/** Sorts by name as the language's alphabet does. */
export function byName(language: Language): (a: { name: string }, b: { name: string }) => number {
  const collator = collators.get(language) ?? new Intl.Collator(LOCALE_TAGS[language])
  collators.set(language, collator)
  return (a, b) => collator.compare(a.name, b.name)
}
