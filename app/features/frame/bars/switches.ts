import { pathIn, withCity } from '#app/i18n/language.ts'
import { CURRENCY_IDS, currencyOfLanguage, type Language } from '#app/rules/constants.ts'
import type { SiteFrame } from '../site.ts'

/** Query parameters that a change of language or currency invalidates: a price range, the page of a list, the old currency. */
const RESET = ['from', 'to', 'page', 'currency']

/**
 * The current page in another language: the city named in that language, the price filter reset, and the language's
 * currency (§4, "Language change"), or the one that was chosen instead of the present language's. By the parameter, the server also
 * knows that a person has chosen the language.
 */
export function languageHref(
  language: Language,
  { path, query, cityNames, currency }: SiteFrame,
  present: Language,
): string {
  const kept = withoutResets(query)
  const city = cityNames?.[language]
  const wanted = currency === currencyOfLanguage(present) ? currencyOfLanguage(language) : currency
  kept.set('currency', String(CURRENCY_IDS[wanted]))
  return pathIn(language, withCity(`${path}?${kept}`, city ?? kept.get('city') ?? undefined))
}

/** The hidden fields with which a change of the currency comes back to the same page (§4, "Currency change"). */
export function keptFields(query: URLSearchParams): [name: string, value: string][] {
  return [...withoutResets(query).entries()]
}

function withoutResets(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query.entries()].filter(([name]) => !RESET.includes(name)))
}
