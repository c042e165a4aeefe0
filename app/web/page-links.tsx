import { useLanguage } from '#app/i18n/text.tsx'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#app/rules/constants.ts'
import { inLanguage } from './language-of-path.ts'

/**
 * The canonical address of a page and its alternates in the five languages, which name each other.
 * @param path path and query without language, as search engines should know it
 */
export function PageLinks({ origin, path }: { origin: string; path: string }) {
  const { language } = useLanguage()
  const canonical = origin + inLanguage(language, path)
  return (
    <>
      <link rel="canonical" href={canonical} />
      <meta property="og:url" content={canonical} />
      {LANGUAGES.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={origin + inLanguage(other, path)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + inLanguage(DEFAULT_LANGUAGE, path)} />
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
