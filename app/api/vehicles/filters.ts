import type { Catalogue } from '#app/db/catalogue.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, COMPANY_TITLE_OFFSET, type Language } from '#app/rules/constants.ts'
import { FILTER_NAMES, type FilterName, isCodeFilter, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'

const OFFERED_CATEGORIES = [CATEGORY.CAR, CATEGORY.MOTOR]

/** Every filter of the search that has a list of values, as addresses spell both (§3). */
export function filtersOf(catalogue: Catalogue, language: Language, category: number | undefined) {
  const text = textFor(language, 'vehicle')
  const filter = (name: string, choices: { value: string; name: string }[]) => ({
    filter: name,
    name: text.loose(`filter.${name}`),
    choices,
  })
  const words = (name: string, kind: string, codes: readonly (string | number)[]) =>
    filter(
      name,
      codes.map((code) => ({ value: String(code), name: text.loose(`${kind}.${code}`) })),
    )
  const types = [...catalogue.types.values()].filter((type) => category === undefined || type.category === category)
  const entries: Partial<Record<FilterName, { value: string; name: string }[]>> = {
    types: types.map(({ slug, name }) => ({ value: slug, name: wordingIn(language, name) })),
    brands: [...catalogue.brands.values()].map((brand) => ({ value: brand.slug, name: nameOf(brand, language) })),
    company: [...catalogue.companies.values()].map(({ id, name }) => ({
      value: String(id),
      name: `${id + COMPANY_TITLE_OFFSET} · ${wordingIn(language, name)}`,
    })),
  }
  return [
    words('categories', 'category', OFFERED_CATEGORIES),
    ...FILTER_NAMES.flatMap((name) => {
      if (isCodeFilter(name)) return [words(name, SEARCH_FILTERS[name].words, SEARCH_FILTERS[name].codes)]
      return entries[name] ? [filter(name, entries[name])] : []
    }),
    words('properties', 'property', VEHICLE_PROPERTIES),
  ]
}
