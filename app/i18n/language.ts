import { DEFAULT_LANGUAGE, LANGUAGES, type Language, LOCALE_TAGS, RTL } from '#app/rules/constants.ts'

export type Direction = 'rtl' | 'ltr'

/** Where a page is found in one language; `hreflang` is a language alone, or `x-default`. */
export interface Alternate {
  hreflang: Language | 'x-default'
  path: string
}

/** Whether the text is the code of one of the site's languages. */
export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/**
 * The language that an address names and the rest of it, as it is in Persian: `/en/rent/car?x=1` is English and
 * `/rent/car?x=1`. Persian has no prefix, so `/fa` is just a path. Source: §2.
 */
export function languageOf(path: string): { language: Language; rest: string } {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(?=[/?#]|$)(.*)$/s.exec(path) ?? []
  if (!isLanguage(code) || code === DEFAULT_LANGUAGE) return { language: DEFAULT_LANGUAGE, rest: path }
  return { language: code, rest: rest.startsWith('/') ? rest : `/${rest}` }
}

/** The address of a page in a language. `path` has no language of its own and may carry a query. Source: §2. */
export function pathIn(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path
  return `/${language}${path.replace(/^\/(?=[?#]|$)/, '')}`
}

/** Whether an address is that of a map's picture, which has a language as pages have: names and scale are written in it. */
export function isMapPath(path: string): boolean {
  return languageOf(path).rest.startsWith('/map/')
}

/** The page in every language and where none fits; they name each other (quality.md, "Search engines"). */
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
 * How each language calls the city that an address names. Where more of a city's address has a name in each language, all
 * that follows `/city/`: `Kisch/car/april`.
 */
export type CityNames = Partial<Record<Language, string>>

/**
 * The path with its city under this name, which it has in its query or as `/city/…`, where the rest of the path stays; a
 * city that has none is no part of it.
 */
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
  return RTL.includes(language) ? 'rtl' : 'ltr'
}

/** The `lang` of a page in a language: `fa-IR` and so on (§9). */
export function localeTag(language: Language): string {
  return LOCALE_TAGS[language]
}
