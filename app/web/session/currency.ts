import type { RouterContextProvider } from 'react-router'
import { type CurrencyCode, currencyOfId, currencyOfLanguage, type Language } from '#app/rules/constants.ts'
import { siteContext } from '#app/web/page/context.ts'
import { chosenCurrency } from './cookie/cookies.ts'
import { visitContext } from './visit.ts'

/** The currency that an address names by its id; undefined unless it is offered (§4, "Currency change"). */
export function askedCurrency(query: URLSearchParams): CurrencyCode | undefined {
  const id = query.get('currency')
  return id === null ? undefined : currencyOfId(Number(id))
}

/** The currency of a page: the address's, else the chosen one, else the one tied to its language (§1). */
export function pageCurrency({
  query,
  cookies,
  language,
}: {
  query: URLSearchParams
  cookies: ReadonlyMap<string, string>
  language: Language
}): CurrencyCode {
  return askedCurrency(query) ?? chosenCurrency(cookies) ?? currencyOfLanguage(language)
}

/** The currency of the page that a request is for. */
export function currencyOf(context: Readonly<RouterContextProvider>): CurrencyCode {
  const query = context.get(visitContext)?.url.searchParams ?? new URLSearchParams()
  return pageCurrency({ ...context.get(siteContext), query })
}
