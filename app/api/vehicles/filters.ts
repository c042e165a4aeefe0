import { Fuel, Gearbox } from '#app/contract/shapes.ts'
import type { Catalogue } from '#app/db/catalogue.ts'
import { nameOf, wordingIn } from '#app/i18n/names.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { CATEGORY, COMPANY_TITLE_OFFSET, type Language, TRUST_TYPES } from '#app/rules/constants.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/vehicle-property.ts'

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
  return [
    words('categories', 'category', OFFERED_CATEGORIES),
    words('trust_type', 'trust', TRUST_TYPES),
    filter(
      'types',
      types.map(({ slug, name }) => ({ value: slug, name: wordingIn(language, name) })),
    ),
    words('gearbox_type', 'gearbox', Gearbox.options),
    words('fuel_type', 'fuel', Fuel.options),
    filter(
      'brands',
      [...catalogue.brands.values()].map((brand) => ({ value: brand.slug, name: nameOf(brand, language) })),
    ),
    filter(
      'company',
      [...catalogue.companies.values()].map(({ id, name }) => ({
        value: String(id),
        name: `${id + COMPANY_TITLE_OFFSET} · ${wordingIn(language, name)}`,
      })),
    ),
    words('properties', 'property', VEHICLE_PROPERTIES),
  ]
}
