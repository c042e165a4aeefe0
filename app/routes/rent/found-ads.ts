import { LRUCache } from 'lru-cache'
import { type FacetChoice, type Facets, type ListedAd, rowOfAd, shownFacet } from '#app/features/search/listing.ts'
import type { RequestedSearch } from '#app/features/search/requested-search.ts'
import { searchBody } from '#app/features/search/search-body.ts'
import { BOUNDS_GROUP, TIME_FIELDS } from '#app/features/search/search-query.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { type CurrencyCode, type Language, MONTHLY_RENTAL_DAYS, PAGE_SIZE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import { BOUND_FILTERS } from '#app/rules/search/search-filters.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import type { ApiClient } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'

type Found = Awaited<ReturnType<ApiClient['ads']['search']>>
type FoundAd = Found['results'][number]

/**
 * Searches for what an address asks. What only the API can judge (a time that has just passed) joins the errors, and
 * the search is made again without it.
 */
export async function findAds(
  api: ApiClient,
  requested: RequestedSearch,
  page: { categories: number[]; currency: CurrencyCode; isMonthly: boolean },
): Promise<Found> {
  const query = {
    page: Math.max(1, requested.page),
    size: PAGE_SIZE,
    currency: page.currency,
    // The API takes what it does not know for the first.
    ordering: requested.ordering as 'recommended' | undefined,
  }
  const body = searchBody(requested, page)
  try {
    return await api.ads.search({ query, body })
  } catch (error) {
    if (!isCallError(error, 'INVALID_FIELDS')) throw error
    const fieldErrors = fieldErrorsOf(error)
    for (const [name, list] of Object.entries(fieldErrors)) requested.fieldErrors[name] ??= list
    const without = [...TIME_FIELDS, ...Object.keys(fieldErrors)]
    const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !without.includes(name)))
    return await api.ads.search({ query, body: kept })
  }
}

interface Shown {
  language: Language
  requested: Pick<RequestedSearch, 'page' | 'show' | 'city' | 'time'>
  isMonthly: boolean
  isMotor: boolean
  now: Date
}

/** What the page needs of an answer: no more, because a browser that asks for another list loads all of it. */
export function listing(found: Found, shown: Shown) {
  const { requested } = shown
  const { count, days, price_range: range, loosen } = found
  const conditions = conditionsIn(shown)
  return {
    count,
    ...pageAt(found, { page: requested.page, size: PAGE_SIZE }),
    days,
    ads: found.results.map((ad) => rowOfAd(listedAd(ad, shown, conditions))),
    hasPinned: found.results.some(({ pinned }) => pinned),
    facets: facetsOf(found, shown),
    range: range && {
      min: range.min,
      max: range.max,
      bars: range.bars.map((bar): [from: number, count: number] => [bar.from, bar.count]),
    },
    loosen: loosen.map(({ filter, count }): [filter: string, count: number] => [filter, count]),
  }
}

function listedAd(ad: FoundAd, shown: Shown, conditions: ReturnType<typeof conditionsIn>): ListedAd {
  const { language, isMonthly } = shown
  const words = textFor(language, 'vehicle')
  const offers = textFor(language, 'offers')
  return {
    id: ad.id,
    title: ad.title,
    year: formatModelYear(ad.year, ad.zone, language),
    picture: ad.picture,
    colour: ad.colour,
    company: ad.company.name,
    terms: [...whereOf(ad.terms, shown), conditions(ad)].join(' · '),
    score: ad.rating.score ?? 0,
    ratings: ad.rating.count,
    gearbox: words(`gearbox.${ad.gearbox}`),
    fuel: words(`fuel.${ad.fuel}`),
    seats: ad.seats,
    trust: words(`trust.${ad.trust_type}`),
    units: ad.units > 1 ? offers('card.units', { n: ad.units }) : '',
    guarantee: ad.guarantee_amount,
    pin: ad.pinned ? (ad.pinned_paid ? 2 : 1) : 0,
    day: ad.price.per_day,
    total: ad.price.total ?? (isMonthly ? ad.price.per_day * MONTHLY_RENTAL_DAYS : undefined),
  }
}

/** The place where a vehicle is picked up; the city, too, in a list of several. */
function whereOf({ city, place }: FoundAd['terms'], { requested }: Shown): string[] {
  return [requested.city ? undefined : city, place].flatMap((name) => (name ? [`\u2068${name}\u2069`] : []))
}

const LINES_KEPT = 5000
const lines = new LRUCache<string, string>({ max: LINES_KEPT })

/** What decides beside price and place, in one line: many vehicles share it, on one page and on the next, so it is written once for all. */
function conditionsIn({ language, requested: { time }, now }: Shown): (ad: FoundAd) => string {
  const pickUps = new Map<string, number | undefined>()
  const pickUpIn = (zone: string): number | undefined => {
    const { start_date, start_time } = time
    if (!pickUps.has(zone))
      pickUps.set(zone, start_date && start_time ? instantOf(start_date, start_time, zone).getTime() : undefined)
    return pickUps.get(zone)
  }
  return ({ terms, zone, price: { currency } }) => {
    const { free_until_hours: hours, mileage_per_day, confirmation, fuel_rule, excess } = terms
    const pickUp = pickUpIn(zone)
    const until = pickUp === undefined ? undefined : pickUp - hours * HOUR_MS
    const isOver = until !== undefined && until <= now.getTime()
    const key = `${language} ${zone} ${until} ${isOver} ${hours} ${mileage_per_day} ${confirmation} ${fuel_rule} ${excess} ${currency}`
    const known = lines.get(key)
    if (known) return known
    const line = conditionLine(terms, { language, zone, until, isOver, currency })
    lines.set(key, line)
    return line
  }
}

/** @param until the last instant at which cancelling is free; undefined without dates */
function conditionLine(
  { free_until_hours: hours, mileage_per_day: n, confirmation, fuel_rule, excess }: FoundAd['terms'],
  {
    language,
    zone,
    until,
    isOver,
    currency,
  }: { language: Language; zone: string; until: number | undefined; isOver: boolean; currency: CurrencyCode },
): string {
  const t = textFor(language, 'offers')
  const vehicle = textFor(language, 'vehicle')
  const free =
    until === undefined
      ? t('card.freeHours', { hours })
      : t('card.freeUntil', { when: formatInstant(new Date(until), zone, language, 'short') })
  return [
    ...(isOver ? [] : [free]),
    n === null ? t('card.unlimited') : t('card.mileage', { n }),
    vehicle(`fuel_rule.${fuel_rule}`),
    ...(excess === null ? [] : [t('card.excess', { amount: formatMoney(excess, currency, language) })]),
    t(confirmation === 'AT_ONCE' ? 'card.atOnce' : 'card.onRequest'),
  ].join(' · ')
}

function facetsOf(found: Found, { language, requested: { show }, isMotor }: Shown): Facets {
  const bounds: readonly string[] = BOUND_FILTERS
  const groupOf = (filter: string) => (bounds.includes(filter) ? BOUNDS_GROUP : filter)
  // One chosen bound shows them all.
  const chosen = found.facets.filter(({ choices }) => choices.some((choice) => choice.chosen))
  const shown = [...show, ...chosen.map(({ filter }) => groupOf(filter)).filter((group) => group === BOUNDS_GROUP)]
  return Object.fromEntries(
    found.facets.flatMap(({ filter, choices }) => {
      // A motorbike takes people and has no seats; an address may still ask for some.
      if (isMotor && filter === 'seats' && !choices.some(({ chosen }) => chosen)) return []
      const rows = choices
        .filter(({ count, chosen }) => count > 0 || chosen)
        .map(({ value, name, count, chosen }): FacetChoice => [value, localDigits(name, language), count, chosen])
      return rows.length > 0 ? [[filter, shownFacet(rows, { group: groupOf(filter), show: shown })]] : []
    }),
  )
}
