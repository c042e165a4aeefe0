import { alternates, type CityNames, pathIn, withCity } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import type { Language } from '#app/rules/constants.ts'

/**
 * The canonical link of a page and its alternates in all languages. A city in the address appears under its name in
 * each language, however it was typed. Pages with `noindex` have only the canonical link of the indexed page, if any.
 * @param path canonical path and query, without language
 */
export function PageLinks({
  origin,
  path,
  cityNames,
  languages,
  isIndexed,
}: {
  origin: string
  path: string
  cityNames?: CityNames
  languages: readonly Language[]
  isIndexed: boolean
}) {
  const { language } = useLanguage()
  const canonical = origin + pathIn(language, withCity(path, cityNames?.[language]))
  if (!isIndexed) return <link rel="canonical" href={canonical} />
  return (
    <>
      <link rel="canonical" href={canonical} />
      <meta property="og:url" content={canonical} />
      {alternates(path, cityNames, languages).map((other) => (
        <link key={other.hreflang} rel="alternate" hrefLang={other.hreflang} href={origin + other.path} />
      ))}
    </>
  )
}

/** The path with only those query parameters that make it a different page, in a fixed order. */
export function canonicalPath(pathname: string, search: string, parameters: readonly string[]): string {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of [...parameters].sort()) {
    const value = given.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size ? `${pathname}?${kept}` : pathname
}
