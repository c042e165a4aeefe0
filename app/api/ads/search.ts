import type { z } from 'zod'
import { currencyRequested } from '#app/api/books/money.ts'
import { type ApiContext, exactApi } from '#app/api/call/context.ts'
import type { AdPage } from '#app/contract/ads.ts'
import { FILTERS, type Ordering } from '#app/db/ad-search/question.ts'
import { type FoundAds, searchAds } from '#app/db/ad-search/search.ts'
import { type CatalogueCity, catalogueOf } from '#app/db/catalogue.ts'
import { planOf, plansFor } from '#app/db/prices/rental-plans.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { cardOf, isNamed } from './card.ts'
import { facetsOf } from './facets.ts'
import { type Filters, questionOf } from './question.ts'

export const search = exactApi.ads.search.handler(async ({ input, context }): Promise<z.output<typeof AdPage>> => {
  const { filters, found, catalogue, city, days, currency, plans } = await find(input.query, input.body, context)
  const { language } = context
  return {
    count: found.total,
    next: null,
    previous: null,
    results: found.rows.map((ad) => cardOf(ad, { catalogue, language, currency, days, plan: planOf(plans, ad) })),
    currency,
    days,
    city: city ? cityOf(city, language) : null,
    price_range: found.prices && withBars(found.prices),
    facets: facetsOf(found.counts, { filters, catalogue, language }),
    loosen: found.total > 0 ? [] : loosened(found.without),
  }
})

type Query = { currency?: string; ordering?: Ordering; page: number; size: number; pinnedOnly?: boolean }

/** What the filters find, and what the answer needs. */
export async function find(query: Query, filters: Filters, { deps: { db, now, ...deps }, language }: ApiContext) {
  const search = deps.searchAds ?? ((question) => searchAds(db, question))
  const currency = currencyRequested(query.currency, language)
  let catalogue = await catalogueOf(db)
  const { question, city, time } = questionOf({
    ...query,
    ordering: query.ordering ?? filters.ordering ?? 'recommended',
    filters,
    catalogue,
    currency,
    now: now(),
  })
  const found = await search(question)
  if (!found.rows.every((ad) => isNamed(ad, catalogue))) catalogue = await catalogueOf.again(db)
  const plans = plansFor(question.ruleSets, question.rental, question.city)
  return { filters, found, catalogue, city, currency, days: time?.days ?? null, plans }
}

/** A city in answers, in the caller's language. */
export function cityOf({ id, slug, zone, ...names }: CatalogueCity, language: Language) {
  return { id, slug, name: nameOf(names, language), zone }
}

/** All bars between the lowest and the highest price, including empty ones. */
function withBars({ min, max, step, bars }: NonNullable<FoundAds['prices']>) {
  const first = Math.floor(min / step)
  const last = Math.max(first, Math.ceil(max / step) - 1)
  const counts = new Map(bars)
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return { min, max, bars: all.map((bar) => ({ from: bar * step, to: (bar + 1) * step, count: counts.get(bar) ?? 0 })) }
}

function loosened(without: FoundAds['without']) {
  return FILTERS.flatMap((filter) => {
    const count = without[filter]
    return count ? [{ filter, count }] : []
  }).sort((a, b) => b.count - a.count)
}
