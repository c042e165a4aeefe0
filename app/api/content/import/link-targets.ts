import { nameOf } from '#app/i18n/format/names.ts'
import { isLanguage, languageOf, pathIn, withCity } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, type Language } from '#app/rules/constants.ts'
import { foldPlace, spellingsOf } from '#app/rules/text/place-name.ts'
import type { Report } from './content-error.ts'

type CityNames = Parameters<typeof spellingsOf>[0] & { slug: string }

/** What addresses in texts can link to, besides the fixed pages. */
export interface Targets {
  posts: ReadonlySet<string>
  pages: ReadonlySet<string>
  help: ReadonlySet<string>
  /** The cities in the database; if it has none, every city counts as known. */
  cities: readonly CityNames[]
}

/** Pages of the site that are no texts, by the beginning of their address. */
const FIXED =
  /^\/($|rent\/(car|motor|car\/monthly)$|voucher$|login$|companies($|\/\d+$)|newsletter$|landing\/cars$|compare$|favourites$|blog$|city$|pages\/help$|pages\/contact$|profile(\/|$)|payment$|agency(\/|$))/

const CITY_PAGE = /^\/city\/([^/?#]+)/

interface Place {
  language: Language
  /** Errors. */
  error: Report
  /** Links that lead nowhere yet: the text may still be imported. */
  warning: Report
}

/**
 * Converts a link of a text: an address of the site gets the text's language, and a city in it its name in that
 * language. Reports addresses that cannot be linked, and warns of those that lead nowhere.
 */
export function linker(targets: Targets, { language, error, warning }: Place) {
  return (href: string, line: number): string => {
    const text = { key: 'text_link', values: { name: href.slice(0, 100) } } as const
    if (/^(https:|mailto:|tel:|#)/.test(href)) return href
    if (!/^\/(?!\/)/.test(href)) {
      error(line, `${href}: a link leads to a path of this site, to https:, mailto: or tel:`, text)
      return '#'
    }
    if (languageOf(href).language !== DEFAULT_LANGUAGE || isLanguage(href.split(/[/?#]/)[1])) {
      error(line, `${href}: addresses inside the site are written without a language`, text)
      return href
    }
    const [path = '', query = ''] = (href.split('#')[0] ?? '').split('?')
    const typed = CITY_PAGE.exec(path)?.[1] ?? new URLSearchParams(query).get('city') ?? undefined
    const city = typed === undefined ? undefined : cityCalled(targets, typed)
    if (!isThere(targets, path) || city === 'unknown') warning(line, `${href} leads nowhere`, text)
    if (!city || city === 'unknown') return pathIn(language, href)
    const name = nameOf(city, language)
    return pathIn(language, withCity(href, name).replace(CITY_PAGE, `/city/${encodeURIComponent(name)}`))
  }
}

function isThere(targets: Targets, path: string): boolean {
  const [, folder = '', slug = ''] = /^\/(pages\/help|pages|blog|city)\/([^/]+)$/.exec(path) ?? []
  if (folder === 'pages/help') return targets.help.has(slug)
  if (folder === 'blog') return targets.posts.has(slug)
  if (folder === 'city') return true
  return targets.pages.has(slug) || FIXED.test(path)
}

function cityCalled({ cities }: Targets, typed: string): CityNames | 'unknown' | undefined {
  if (cities.length === 0) return undefined
  const folded = foldPlace(typed)
  return cities.find((city) => city.slug === typed || spellingsOf(city).includes(folded)) ?? 'unknown'
}
