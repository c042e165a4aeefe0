import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'

/** The language that an address names: its first part, or Persian without one (§2). */
export function languageOfPath(pathname: string): Language {
  const first = pathname.slice(1).split(/[/.]/, 1)[0]
  return LANGUAGES.find((language) => language === first && language !== DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE
}

/** What precedes a path in a language: nothing in Persian, else a slash and the language. */
export function prefixOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '' : `/${language}`
}

/** The path without its language: `/en/rent/car` is `/rent/car`. */
export function withoutLanguage(pathname: string): string {
  const prefix = prefixOf(languageOfPath(pathname))
  return pathname.slice(prefix.length) || '/'
}

/** The address of a page in a language, from its path without one. */
export function inLanguage(language: Language, path: string): string {
  const prefix = prefixOf(language)
  if (!prefix) return path
  return path === '/' || path.startsWith('/?') ? prefix + path.slice(1) : prefix + path
}
