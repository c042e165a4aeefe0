import type { z } from 'zod'
import { facetsOf } from '#app/api/ads/facets.ts'
import { AdFilters, ORDERINGS } from '#app/contract/ads.ts'
import type { SearchFilterShape } from '#app/contract/vehicles.ts'
import type { OfferedValues } from '#app/db/ad-search/offered-values.ts'
import type { Catalogue } from '#app/db/catalogue.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, type Language, TIME_SLOTS } from '#app/rules/constants.ts'
import { type FilterName, isBoundFilter } from '#app/rules/search/search-filters.ts'

type SearchFilter = z.infer<typeof SearchFilterShape>
type Choice = SearchFilter['choices'][number]

const NO_FILTERS = AdFilters.parse({})

/**
 * Every field of the search (§3) with its name, its type, and the values of the vehicles on offer: the time and place
 * first, then the filters in the order of the results page, and the order of the list.
 */
export function filtersOf({
  offered,
  catalogue,
  cities,
  language,
}: {
  offered: OfferedValues
  catalogue: Catalogue
  cities: readonly { id: number; slug: string; name: string }[]
  language: Language
}): SearchFilter[] {
  const { vehicle, search, results } = {
    vehicle: textFor(language, 'vehicle'),
    search: textFor(language, 'search'),
    results: textFor(language, 'results'),
  }
  const field = (filter: string, name: string, takes: SearchFilter['takes'], choices: Choice[] = []) => ({
    filter,
    name,
    takes,
    choices,
  })
  const words = (codes: readonly (string | number)[], nameOf: (code: string | number) => string) =>
    codes.map((code) => ({ value: String(code), name: nameOf(code) }))
  const categories = [CATEGORY.CAR, CATEGORY.MOTOR].filter((id) => offered.categories.includes(id))
  const slots = words(TIME_SLOTS, String)
  return [
    field(
      'categories',
      vehicle('filter.categories'),
      'several',
      words(categories, (id) => vehicle.loose(`category.${id}`)),
    ),
    field(
      'city',
      search('city'),
      'one',
      cities.filter(({ id }) => offered.cities.includes(id)).map(({ slug, name }) => ({ value: slug, name })),
    ),
    field('start_date', search('pickUp'), 'date'),
    field('start_time', search('pickUpTime'), 'one', slots),
    field('end_date', search('return'), 'date'),
    field('end_time', search('returnTime'), 'one', slots),
    field('from', results('price.from'), 'amount'),
    field('to', results('price.to'), 'amount'),
    ...facetsOf(offered.counts, { filters: NO_FILTERS, catalogue, language }).map(({ filter, choices }) =>
      field(
        filter,
        vehicle.loose(`filter.${filter}`),
        isBoundFilter(filter as FilterName) ? 'one' : 'several',
        choices.map(({ value, name }) => ({ value, name })),
      ),
    ),
    field(
      'ordering',
      vehicle('filter.ordering'),
      'one',
      words(ORDERINGS, (order) => results.loose(`order.${order}`)),
    ),
  ]
}
