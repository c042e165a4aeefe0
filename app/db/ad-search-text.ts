import type { Language } from '#app/rules/constants.ts'
import { foldText } from '#app/rules/text/digits.ts'

type Names = { slug: string; name_fa: string; name_en: string; name_ar: string }

/**
 * The folded text that finds a listing: brand, model, trim and body type in every language, and the year. Source: *ours*,
 * data.md "Text".
 */
export function adSearchText(ad: {
  brand: Names
  model: Names
  trim: Names | null
  type: { slug: string; name: Record<Language, string> }
  year: number
}): string {
  const words = [ad.brand, ad.model, ...(ad.trim ? [ad.trim] : [])].flatMap((names) => [
    names.name_fa,
    names.name_en,
    names.name_ar,
    names.slug,
  ])
  return foldText([...new Set([...words, ad.type.slug, ...Object.values(ad.type.name), ad.year])].join(' '))
}
