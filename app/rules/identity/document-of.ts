import { foldText } from '#app/rules/text/digits.ts'

/** Whose document a form asks for: those of countries with a number of their own, or any other country's. */
export type DocumentOf = 'IR' | 'TR' | 'AE' | 'other'

/**
 * What people call these countries, in the languages of the site. A list and not `Intl.DisplayNames`, whose names differ between
 * server and browser.
 */
const CALLED: Record<Exclude<DocumentOf, 'other'>, readonly string[]> = {
  IR: ['IR', 'ایران', 'Iran', 'إيران', 'İran'],
  TR: ['TR', 'ترکیه', 'Turkey', 'Türkiye', 'تركيا', 'Türkei'],
  AE: [
    ...['AE', 'UAE', 'امارات متحدهٔ عربی', 'امارات', 'United Arab Emirates', 'الإمارات العربية المتحدة', 'الإمارات'],
    ...['Birleşik Arap Emirlikleri', 'BAE', 'Vereinigte Arabische Emirate', 'VAE'],
  ],
}

/** Whose document a person of this country has, by what is typed as the country; undefined while nothing is. */
export function documentOf(country: string): DocumentOf | undefined {
  const typed = foldText(country)
  if (!typed) return undefined
  for (const [code, names] of Object.entries(CALLED))
    if (names.some((name) => foldText(name) === typed)) return code as DocumentOf
  return 'other'
}
