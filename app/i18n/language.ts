import { DEFAULT_LANGUAGE, DIRECTIONS, LANGUAGES, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'

export type Direction = 'rtl' | 'ltr'

/** The address of a page in one language; `hreflang` is a language without region, or `x-default`. */
export interface Alternate {
  hreflang: Language | 'x-default'
  path: string
}

/** Whether the text is the code of one of the site's languages. */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/**
 * Splits a path into its language and the path without the prefix: `/en/rent/car?x=1` is English and `/rent/car?x=1`.
 * Persian has no prefix, so `/fa` is just a path. Source: §2.
 */
export function languageOf(path: string): { language: Language; rest: string } {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(?=[/?#]|$)(.*)$/s.exec(path) ?? []
  if (!isLanguage(code) || code === DEFAULT_LANGUAGE) return { language: DEFAULT_LANGUAGE, rest: path }
  return { language: code, rest: rest.startsWith('/') ? rest : `/${rest}` }
}

/** The address of a page in a language. `path` has no language prefix and may have a query. Source: §2. */
export function pathIn(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path
  return `/${language}${path.replace(/^\/(?=[?#]|$)/, '')}`
}

/**
 * Whether a path is that of a map's picture, which has a language prefix like pages: its labels are in that language.
 */
export function isMapPath(path: string): boolean {
  return languageOf(path).rest.startsWith('/map/')
}

/** The page's `hreflang` alternates, `x-default` included (quality.md, "Search engines"). */
export function alternates(
  path: string,
  cityNames?: CityNames,
  languages: readonly Language[] = LANGUAGES,
): Alternate[] {
  const pathOf = (language: Language) => pathIn(language, withCity(path, cityNames?.[language]))
  const inEach = languages.map((language): Alternate => ({ hreflang: language, path: pathOf(language) }))
  return [...inEach, { hreflang: 'x-default', path: pathOf(languages[0] ?? DEFAULT_LANGUAGE) }]
}

/**
 * The name of an address's city in each language. Where further segments are translated too, it is everything after
 * `/city/`: `Kish/car/april`.
 */
export type CityNames = Partial<Record<Language, string>>

/** The path with this name for its city, in its query or after `/city/`; without a name the city is left out. */
export function withCity(path: string, name: string | undefined): string {
  const [given = '', search = ''] = path.split('?')
  const isPage = given.startsWith('/city/')
  const rest = name?.includes('/') ? '' : given.replace(/^\/city\/[^/]*/, '')
  const pathname = isPage && name ? `/city/${name.split('/').map(encodeURIComponent).join('/')}${rest}` : given
  const query = new URLSearchParams(search)
  if (isPage) return search ? `${pathname}?${search}` : pathname
  if (!query.has('city')) return path
  if (name) query.set('city', name)
  else query.delete('city')
  return query.size ? `${pathname}?${query}` : pathname
}

/** The `dir` of a language (§1). */
export function directionOf(language: Language): Direction {
  return DIRECTIONS[language]
}

/** The `lang` of a page in a language: `fa-IR` and so on (§9). */
export function localeTag(language: Language): string {
  return LOCALE_TAGS[language]
}
