import { alternates, type CityNames, pathIn, withCity } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text.tsx'
import type { Language } from '#app/rules/constants.ts'

/**
 * The canonical address of a page and its alternates in the five languages, which name each other. A city that the
 * address names is in each of them under that language's own name, however it was typed.
 * A page that is not for search engines names the one that is, and nothing else.
 * @param path path and query without language, as search engines should know it
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

/** The path with only those parameters of the query that make it another page, in a fixed order. */
export function canonicalPath(pathname: string, search: string, parameters: readonly string[]): string {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of [...parameters].sort()) {
    const value = given.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size ? `${pathname}?${kept}` : pathname
}
