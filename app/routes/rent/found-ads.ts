import { isDefinedError } from '@orpc/client'
import { localDigits } from '#app/i18n/numerals.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { type CurrencyCode, type Language, PAGE_SIZE } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'
import type { AskedSearch } from './asked-search.ts'
import { TIME_FIELDS } from './search-query.ts'

type Found = Awaited<ReturnType<ApiClient['ads']['search']>>
type FoundAd = Found['results'][number]

/** A choice of a filter: what the address says, what people read, how many it would give, whether it is chosen. */
export type FacetChoice = [value: string, name: string, count: number, isChosen: boolean]

/** A vehicle of the list, with nothing but what its card shows, in words of the page's language. */
export type ListedAd = ReturnType<typeof listedAd>

/**
 * Searches for what an address asks. What only the API can judge (a time that has just passed) joins the faults, and
 * the search is made again without it.
 */
export async function findAds(
  api: ApiClient,
  asked: AskedSearch,
  page: { categories: number[]; currency: CurrencyCode; isMonthly: boolean },
): Promise<Found> {
  const query = {
    page: Math.max(1, asked.page),
    size: PAGE_SIZE,
    currency: page.currency,
    // The API takes what it does not know for the first.
    ordering: asked.ordering as 'recommended' | undefined,
  }
  const body = {
    ...asked.lists,
    ...asked.bounds,
    ...asked.time,
    city: asked.city?.id,
    from: asked.from,
    to: asked.to,
    categories: page.categories,
    monthly: page.isMonthly,
  }
  try {
    return await api.ads.search({ query, body })
  } catch (error) {
    if (!(error instanceof Error) || !isDefinedError(error)) throw error
    const fields = invalidFieldsOf(error)
    if (!fields) throw error
    for (const [name, keys] of Object.entries(fields)) asked.faults[name] ??= keys.map((key) => ({ key }))
    const without = [...TIME_FIELDS, ...Object.keys(fields)]
    const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !without.includes(name)))
    return await api.ads.search({ query, body: kept })
  }
}

/** What the page needs of an answer: no more, because all of it is sent a second time for hydration. */
export function listing(found: Found, language: Language) {
  const { count, page, pages, days, price_range: range, loosen } = found
  return {
    count,
    page,
    pages,
    days,
    ads: found.results.map((ad) => listedAd(ad, language)),
    facets: facetsOf(found, language),
    range: range && { min: range.min, max: range.max, bars: range.bars.map((bar) => [bar.from, bar.count] as const) },
    loosen: loosen.map(({ filter, count }) => [filter, count] as const),
  }
}

function listedAd(ad: FoundAd, language: Language) {
  const words = textFor(language, 'vehicle')
  const { score, count } = ad.rating
  return {
    id: ad.id,
    title: ad.title,
    year: ad.year,
    picture: ad.picture,
    colour: ad.colour,
    company: ad.company.name,
    rating: score !== null && count > 0 ? [score, count] : undefined,
    gearbox: words(`gearbox.${ad.gearbox}`),
    fuel: words(`fuel.${ad.fuel}`),
    seats: ad.seats,
    trust: words(`trust.${ad.trust_type}`),
    guarantee: ad.guarantee_amount || undefined,
    pinned: ad.pinned || undefined,
    day: ad.price.per_day,
    total: ad.price.total ?? undefined,
  }
}

function facetsOf(found: Found, language: Language): Record<string, FacetChoice[]> {
  return Object.fromEntries(
    found.facets.map(({ filter, choices }) => [
      filter,
      choices
        .filter(({ count, chosen }) => count > 0 || chosen)
        .map(({ value, name, count, chosen }): FacetChoice => [value, localDigits(name, language), count, chosen]),
    ]),
  )
}

function invalidFieldsOf(error: { code?: unknown; data?: unknown }): Record<string, string[]> | undefined {
  if (error.code !== 'INVALID_FIELDS') return undefined
  return (error.data as { fields: Record<string, string[]> }).fields
}
