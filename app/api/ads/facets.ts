import type { z } from 'zod'
import type { Facet as FacetShape } from '#app/contract/ads.ts'
import type { FacetCounts } from '#app/db/ad-search/facets.ts'
import type { Catalogue } from '#app/db/catalogue.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { COMPANY_TITLE_OFFSET, type Language } from '#app/rules/constants.ts'
import {
  type BoundFilter,
  type CodeFilter,
  FILTER_NAMES,
  type FilterName,
  isBoundFilter,
  isCodeFilter,
  SEARCH_FILTERS,
} from '#app/rules/search/search-filters.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import type { Filters } from './question.ts'

type Facet = z.infer<typeof FacetShape>
type Choices = Facet['choices']
type Counted = Map<string, number>
type Described = { filters: Filters; catalogue: Catalogue; language: Language }

const MOST_SEATS = 9

/**
 * Every filter with its values, named and counted; a value without a vehicle is left out unless it is chosen. Words are
 * in their own order, makes and companies with the most first, numbers by size.
 */
export function facetsOf(counts: FacetCounts, described: Described): Facet[] {
  const { filters, catalogue, language } = described
  const of = (facet: string): Counted => counts.get(facet) ?? new Map()
  const text = textFor(language, 'vehicle')
  const amount = (kind: 'people' | 'people_or_more' | 'seats' | 'suitcases') => (count: number) =>
    amountText(language, kind, count)
  const words = (filter: string, kind: string, codes: readonly string[], chosen: readonly string[]) =>
    wordFacet(codes, (code) => text.loose(`${kind}.${code}`), of(filter), chosen)
  const position = new Map([...catalogue.types.values()].map(({ slug }, index) => [slug, index]))
  const placeOf = ({ value }: Choices[number]) => position.get(value) ?? 0
  const own: Record<Exclude<FilterName, CodeFilter | BoundFilter>, () => Choices> = {
    types: () =>
      entities(of('types'), catalogue.types, filters.types, ({ slug, name }) => ({
        value: slug,
        name: wordingIn(language, name),
      })).sort((a, b) => placeOf(a) - placeOf(b)),
    brands: () =>
      entities(of('brands'), catalogue.brands, filters.brands, (brand) => ({
        value: brand.slug,
        name: nameOf(brand, language),
      })).sort(mostFirst),
    models: () =>
      entities(of('models'), catalogue.models, filters.models, (model) => ({
        value: model.path,
        name: nameOf(model, language),
      })).sort(mostFirst),
    trims: () =>
      entities(of('trims'), catalogue.trims, filters.trims, (trim) => ({
        value: trim.path,
        name: nameOf(trim, language),
      })).sort(mostFirst),
    company: () =>
      entities(of('company'), catalogue.companies, filters.company.map(String), ({ id, name }) => ({
        value: String(id),
        name: `${id + COMPANY_TITLE_OFFSET} · ${wordingIn(language, name)}`,
      })).sort(mostFirst),
    vehicle_capacity: () =>
      capacityFacet(of('vehicle_capacity'), filters.vehicle_capacity, amount('people'), amount('people_or_more')),
    properties: () => words('properties', 'property', VEHICLE_PROPERTIES, filters.properties),
  }
  const choicesOf = (filter: FilterName): Choices => {
    if (isCodeFilter(filter)) {
      const { words: kind, codes } = SEARCH_FILTERS[filter]
      return words(filter, kind, codes, filters[filter])
    }
    if (isBoundFilter(filter)) return numberFacet(filter, of(filter), filters[filter], boundName(filter, amount))
    return own[filter]()
  }
  return FILTER_NAMES.map((filter) => ({ filter, choices: choicesOf(filter) }))
}

function boundName(filter: BoundFilter, amount: (kind: 'seats' | 'suitcases') => (count: number) => string) {
  const row = SEARCH_FILTERS[filter]
  return 'words' in row ? amount(row.words) : String
}

function wordFacet(
  codes: readonly string[],
  name: (code: string) => string,
  counted: Counted,
  chosen: readonly string[],
): Choices {
  return codes
    .filter((code) => counted.has(code) || chosen.includes(code))
    .map((code) => ({ value: code, name: name(code), count: counted.get(code) ?? 0, chosen: chosen.includes(code) }))
}

/** The values with a count, and the chosen ones, even without vehicles. */
function entities<Entity extends { id: number }, Named extends { value: string; name: string }>(
  counted: Counted,
  all: Map<number, Entity>,
  chosen: readonly string[],
  describe: (entity: Entity) => Named,
) {
  const choices = [...counted].flatMap(([id, count]) => {
    const entity = all.get(Number(id))
    if (!entity) return []
    const named = describe(entity)
    return [{ ...named, count, chosen: chosen.includes(named.value) }]
  })
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  if (missing.length)
    for (const entity of all.values()) {
      const named = describe(entity)
      if (missing.includes(named.value)) choices.push({ ...named, count: 0, chosen: true })
    }
  return choices
}

function mostFirst(a: { count: number; name: string }, b: { count: number; name: string }) {
  return b.count - a.count || (a.name < b.name ? -1 : 1)
}

/** A text such as "5 people", cached because few numbers occur in many answers. */
function amountText(language: Language, kind: string, count: number): string {
  const key = `${language} ${kind} ${count}`
  const known = amounts.get(key)
  if (known) return known
  const text = textFor(language, 'vehicle').loose(`count.${kind}`, { count })
  if (amounts.size < MOST_AMOUNTS) amounts.set(key, text)
  return text
}

const amounts = new Map<string, string>()
const MOST_AMOUNTS = 1000

function capacityFacet(
  counted: Counted,
  chosen: string[],
  people: (count: number) => string,
  orMore: (count: number) => string,
): Choices {
  const values = [...new Set([...counted.keys(), ...chosen.filter((value) => /^[1-9]$/.test(value))])].map(Number)
  return values
    .sort((a, b) => a - b)
    .map((count) => ({
      value: String(count),
      name: count === MOST_SEATS ? orMore(count) : people(count),
      count: counted.get(String(count)) ?? 0,
      chosen: chosen.includes(String(count)),
    }))
}

/** A filter by a bound, such as a lowest year: its count includes all vehicles on its side. Years start with the newest. */
function numberFacet(
  filter: BoundFilter,
  counted: Counted,
  bound: number | undefined,
  name: (value: number) => string,
): Choices {
  const { column, limit: side } = SEARCH_FILTERS[filter]
  const numbers = [...counted].map(([value, count]) => ({ value: Number(value), count }))
  const values = [...new Set([...numbers.map(({ value }) => value), ...(bound ? [bound] : [])])]
  const countWithin = (limit: number) =>
    numbers.reduce(
      (sum, { value, count }) => sum + ((side === 'most' ? value <= limit : value >= limit) ? count : 0),
      0,
    )
  return values
    .sort((a, b) => (column === 'year' ? b - a : a - b))
    .map((value) => ({
      value: String(value),
      name: name(value),
      count: countWithin(value),
      chosen: value === bound,
    }))
}
