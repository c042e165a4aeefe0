import type { z } from 'zod'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { AdFilters, ORDERINGS } from '#app/contract/ads.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Catalogue, CatalogueCity } from '#app/db/catalogue.ts'
import { datedAt, usualAt } from '#app/db/prices/rental-plans.ts'
import { CATEGORY, type CurrencyCode, DEFAULT_CITY_ID } from '#app/rules/constants.ts'
import { BOUND_FILTERS, CODE_FILTERS } from '#app/rules/search/search-filters.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { askedTime, type RequestedTime } from './rental-time.ts'

export type Filters = z.infer<typeof AdFilters>
export type Requested = { question: AdQuestion; city: CatalogueCity | undefined; time: RequestedTime | null }

/** Those that have vehicles. */
export const OFFERED_CATEGORIES: number[] = [CATEGORY.CAR, CATEGORY.MOTOR]
const MANY_SEATS = 9
/** Any higher number means the last page. */
const FURTHEST_PAGE = 1_000_000
const PROPERTIES: readonly string[] = VEHICLE_PROPERTIES

/**
 * The filters of an address as the database needs them: slugs as ids, local times as instants. Unknown values are
 * ignored. Throws INVALID_FIELDS for an unknown city, an invalid time and a lowest price above the highest.
 */
export function questionOf(requested: {
  filters: Filters
  catalogue: Catalogue
  currency: CurrencyCode
  ordering: (typeof ORDERINGS)[number]
  page: number
  size: number
  now: Date
  pinnedOnly?: boolean
}): Requested {
  const { filters, catalogue, currency, ordering, page, size, now } = requested
  const { from, to, monthly } = filters
  if (from !== undefined && to !== undefined && from > to) throw invalidFields({ to: ['price_range'] })
  const city = cityRequested(filters.city, catalogue)
  const zone = (city ?? catalogue.cities.get(DEFAULT_CITY_ID))?.zone ?? 'UTC'
  const time = askedTime(filters, { zone, now, monthly })
  const question: AdQuestion = {
    categories: filters.categories.length ? filters.categories : OFFERED_CATEGORIES,
    city: city?.id,
    times: time && timesIn(city ? [city] : [...catalogue.cities.values()], time, now),
    handOvers: time
      ? [
          { date: time.start_date, time: time.start_time },
          { date: time.end_date, time: time.end_time },
        ]
      : [],
    now,
    rental: time ? datedAt(now, time) : usualAt(now, monthly),
    ruleSets: catalogue.priceRules,
    currency,
    rate: catalogue.rate,
    ...makesOf(filters, catalogue),
    types: idsOf(filters.types, catalogue.typeBySlug),
    companies: filters.company.filter((id) => catalogue.companies.has(id)),
    from,
    to,
    codes: pick(filters, CODE_FILTERS),
    bounds: pick(filters, BOUND_FILTERS),
    capacities: filters.vehicle_capacity.map(Number).filter((people) => people >= 1 && people <= MANY_SEATS),
    properties: filters.properties.filter((slug) => PROPERTIES.includes(slug)),
    pinnedOnly: requested.pinnedOnly ?? false,
    ordering,
    page: Math.min(page, FURTHEST_PAGE),
    size,
  }
  return { question, city, time }
}

function cityRequested(requested: Filters['city'], catalogue: Catalogue): CatalogueCity | undefined {
  const text = typeof requested === 'object' ? String(requested.id) : String(requested ?? '').trim()
  return text === '' ? undefined : cityNamed(text, catalogue)
}

/** The city of a number, slug or name in any language. Throws INVALID_FIELDS for an unknown one. */
export function cityNamed(text: string, catalogue: Catalogue): CatalogueCity {
  const city = catalogue.cityOf(text)
  if (!city) throw invalidFields({ city: ['unknown_city'] })
  return city
}

/** When a rental begins and ends in each city, in local time; without those where it would have begun already. */
function timesIn(cities: CatalogueCity[], time: RequestedTime, now: Date): NonNullable<AdQuestion['times']> {
  const times = cities.map(({ id, zone }) => ({
    city: id,
    start: instantOf(time.start_date, time.start_time, zone),
    end: instantOf(time.end_date, time.end_time, zone),
  }))
  return times.filter(({ start }) => start > now)
}

/** A brand with chosen models means only these, and so does a model with chosen trims. */
function makesOf(filters: Filters, catalogue: Catalogue): Pick<AdQuestion, 'make' | 'modelsOf' | 'trimsOf'> {
  const brands = idsOf(filters.brands, catalogue.brandBySlug)
  const models = found(filters.models, catalogue.modelByPath)
  const trims = found(filters.trims, catalogue.trimByPath)
  const modelsOfTrims = trims.map(({ model_id }) => model_id)
  const brandOf = (model: number) => catalogue.models.get(model)?.brand_id ?? 0
  const modelIds = models.map(({ id }) => id)
  const narrowed = new Set([...modelIds, ...modelsOfTrims].map(brandOf))
  return {
    make: {
      brands: brands.filter((id) => !narrowed.has(id)),
      models: modelIds.filter((id) => !modelsOfTrims.includes(id)),
      trims: trims.map(({ id }) => id),
    },
    modelsOf: [...new Set([...brands, ...narrowed])],
    trimsOf: [...new Set([...modelIds, ...modelsOfTrims])],
  }
}

function pick<Name extends keyof Filters>(filters: Filters, names: readonly Name[]): Pick<Filters, Name> {
  return Object.fromEntries(names.map((name) => [name, filters[name]])) as Pick<Filters, Name>
}

function found<Thing>(slugs: string[], bySlug: Map<string, Thing>): Thing[] {
  return slugs.map((slug) => bySlug.get(slug)).filter((thing) => thing !== undefined)
}

function idsOf(slugs: string[], bySlug: Map<string, { id: number }>): number[] {
  return found(slugs, bySlug).map(({ id }) => id)
}
