import { bookPath, KINDS, type Kind } from '#app/features/booking/book-address.ts'
import { offersNames, offersPath } from '#app/features/city/offers-address.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { type CityNames, pathIn, withCity } from '#app/i18n/language.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { pageCount } from '#app/rules/search/pagination.ts'
import { BLOG_PAGE_SIZE } from '#app/rules/text/content.ts'
import type { ApiClient } from '#app/web/api.server.ts'

/** A page that search engines should know: its path without language, and the day on which it changed last. */
export interface PublicAddress {
  path: string
  updated?: string | undefined
  cityNames?: CityNames
}

/** Pages that always exist. */
const FIXED = ['/landing/cars', '/voucher', '/pages/contact', '/newsletter', '/partner']
const LISTS_OF_VEHICLES = ['/rent/car', '/rent/motor', '/rent/car/monthly']
/** City pages of a month exist for the months of this language's calendar; other languages link to the month that matches. */
const MONTHS_IN = 'en'
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const KIND_NAMES = Object.keys(KINDS) as Kind[]
const COMPANIES_A_CALL = 100

/** Every indexable page but those of single vehicles. Source: quality.md, "Search engines". */
export async function pageAddresses(api: ApiClient): Promise<PublicAddress[]> {
  const [cities, changed, companies, texts, tags] = await Promise.all([
    citiesByCategory(api),
    changesOfVehicles(api),
    allCompanies(api),
    api.content.index(),
    api.content.tags(),
  ])
  const { latest } = changed
  const all = [...new Map(cities.flatMap(({ results }) => results).map((city) => [city.id, city])).values()]
  const namesOf = (city: (typeof all)[number]): CityNames =>
    Object.fromEntries(LANGUAGES.map((language) => [language, nameOf(city, language)]))
  return [
    ...['/', '/city', '/companies', ...LISTS_OF_VEHICLES].map((path) => ({ path, updated: latest })),
    ...FIXED.map((path) => ({ path })),
    ...all.map((city) => ({
      path: `/city/${city.slug}`,
      updated: changed.ofCity(city.id),
      cityNames: namesOf(city),
    })),
    ...cities.flatMap(({ kind, results }) =>
      results.flatMap((city) =>
        [undefined, ...MONTHS].map((month) => ({
          path: offersPath({ city: city.slug, kind, month }, MONTHS_IN),
          updated: changed.ofCity(city.id),
          cityNames: offersNames({ kind, month }, { language: MONTHS_IN, cityIn: (other) => nameOf(city, other) }),
        })),
      ),
    ),
    ...companies.map(({ slug, updated }) => ({ path: `/companies/${slug}`, updated: updated.slice(0, 10) })),
    ...textAddresses(texts.results),
    ...blogLists(texts.results, tags.results),
  ]
}

/** One part of the vehicles' pages; `parts` is the number of parts. */
export async function vehicleAddresses(
  api: ApiClient,
  part: number,
): Promise<{ addresses: PublicAddress[]; parts: number; latest: string | undefined }> {
  const { count, results } = await api.ads.index({ page: part })
  const addresses = results.map(({ id, category, updated }) => ({
    path: bookPath({ category, id }),
    updated: updated.slice(0, 10),
  }))
  return { addresses, parts: Math.ceil(count / VEHICLES_A_PART), latest: latestOf(addresses) }
}

/** The size of a page of `ads.index` where none is named. */
const VEHICLES_A_PART = 10_000

/** The address of a page in a language. */
export function addressIn(language: Language, origin: string, { path, cityNames }: PublicAddress): string {
  return origin + pathIn(language, withCity(path, cityNames?.[language]))
}

/** The latest day of some. */
export function latestOf(addresses: readonly { updated?: string | undefined }[]): string | undefined {
  return addresses.reduce<string | undefined>(
    (latest, { updated }) => (updated && (!latest || updated > latest) ? updated : latest),
    undefined,
  )
}

async function citiesByCategory(api: ApiClient) {
  return Promise.all(
    KIND_NAMES.map(async (kind) => {
      const { results } = await api.places.rentCities({ category: KINDS[kind] })
      return { kind, results: results.filter(({ ads }) => ads > 0) }
    }),
  )
}

/** The days of the latest changes, from at most one part of the vehicles: a day that is slightly too early does no harm. */
async function changesOfVehicles(api: ApiClient) {
  const { results } = await api.ads.index({})
  const byCity = Map.groupBy(results, ({ city }) => city)
  const dayOf = (ads: readonly { updated: string }[]) => latestOf(ads)?.slice(0, 10)
  return { latest: dayOf(results), ofCity: (city: number) => dayOf(byCity.get(city) ?? []) }
}

async function allCompanies(api: ApiClient) {
  const found = await api.companies.list({ size: COMPANIES_A_CALL })
  const companies = [...found.results]
  for (let page = 2; companies.length < found.count; page += 1) {
    const { results } = await api.companies.list({ size: COMPANIES_A_CALL, page })
    if (results.length === 0) break
    companies.push(...results)
  }
  return companies
}

type Texts = Awaited<ReturnType<ApiClient['content']['index']>>['results']

type TextKind = Texts[number]['kind']

/** The paths of texts that have pages of their own; a city's text is on the city's page. */
const TEXT_PATHS: Partial<Record<TextKind, string>> = { PAGE: '/pages/', POST: '/blog/', HELP: '/pages/help/' }
/** Pages that list the texts of a kind. */
const LISTS: Partial<Record<TextKind, string>> = { POST: '/blog', HELP: '/pages/help' }

function textAddresses(texts: Texts): PublicAddress[] {
  const byKind = [...Map.groupBy(texts, ({ kind }) => kind)]
  return byKind.flatMap(([kind, same]) => {
    const list = LISTS[kind]
    const path = TEXT_PATHS[kind]
    const own = same.map(({ slug, updated }) => ({ path: path + slug, updated }))
    return [
      ...(list ? [{ path: list, updated: latestOf(own) }] : []),
      ...(path ? own.filter((address) => !FIXED.includes(address.path)) : []),
    ]
  })
}

/** The blog's lists by tag, and the further pages of all of them. */
function blogLists(texts: Texts, tags: readonly { slug: string; count: number }[]): PublicAddress[] {
  const further = (count: number) =>
    Array.from({ length: Math.max(0, pageCount(count, BLOG_PAGE_SIZE) - 1) }, (_, index) => `page=${index + 2}`)
  const posts = texts.filter(({ kind }) => kind === 'POST').length
  return [
    ...further(posts),
    ...tags
      .filter(({ count }) => count > 0)
      .flatMap(({ slug, count }) => {
        return [`tag=${slug}`, ...further(count).map((page) => `${page}&tag=${slug}`)]
      }),
  ].map((query) => ({ path: `/blog?${query}` }))
}
