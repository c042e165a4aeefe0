import type { CurrencyCode } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'

/** Fewer loaded cities than this are no choice (§7, "dynamic-cities"). */
const FEWEST = 2

/** The cities that the search form offers: those with vehicles, or all that there are where fewer than two have some. */
export async function searchableCities({ places }: ApiClient, currency: CurrencyCode) {
  const offered = await places.rentCities({ currency })
  return offered.results.length < FEWEST ? places.dynamicCities({ currency }) : offered
}
