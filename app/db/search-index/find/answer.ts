import { facetCounts } from '#app/db/ad-search/facets.ts'
import type { AdQuestion, Filter } from '#app/db/ad-search/question.ts'
import type { FoundAds } from '#app/db/ad-search/search.ts'
import { usualAt } from '#app/db/prices/rental-plans.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { countBitsIn, wordsFor } from '../fleet/bits.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { linesFor } from './availability.ts'
import { termsOf } from './company-terms.ts'
import { countValues } from './count-values.ts'
import { type AskedTimes, findIn } from './find-in.ts'
import { type Found, foundFor, type Part } from './found.ts'
import { pageOf } from './page.ts'
import { filtersOf } from './passing.ts'
import { addOtherPrices, countPrices, pricesIn } from './price-counts.ts'
import { priceRange } from './price-range.ts'
import type { PriceTables } from './price-tables.ts'

type Known = { fleet: Fleet; tables: PriceTables }
type Shut = readonly { company_id: number; city_id: number }[]

/** How long before now a search may begin: less than what busy ranges are read for. */
const PAST_MS = DAY_MS

/** Whether memory has what a question needs: busy ranges are in whole minutes and of the future, rates in whole toman. */
export function isAnswerable({ times, rate }: AdQuestion, now: Date): boolean {
  const isWhole = (instant: Date) => instant.getTime() % MINUTE_MS === 0
  return (
    Number.isSafeInteger(rate) &&
    rate > 0 &&
    (times ?? []).every(({ start, end }) => isWhole(start) && isWhole(end) && start.getTime() > now.getTime() - PAST_MS)
  )
}

/** What `searchAds` answers, from memory. */
export function answerFrom({ fleet, tables }: Known, requested: AdQuestion, shut: Shut): FoundAds {
  const { found, parts } = findAll({ fleet, tables }, requested, shut)
  const total = countBitsIn(found.fitting, 0, found.length)
  const prices = countPrices(found, parts)
  const rows = pageOf(fleet, { found, parts, requested, prices }, total)
  addOtherPrices(prices, found, parts)
  return {
    total,
    rows,
    prices: priceRange(pricesIn(found, prices), requested.currency),
    counts: facetCounts(countValues(fleet, { found, parts, requested })),
    without: total > 0 ? {} : withoutOne({ fleet, tables }, requested, found),
  }
}

/** All that fail at most one filter; `isStrict`: only those that fail none. */
function findAll(
  { fleet, tables }: Known,
  requested: AdQuestion,
  shut: Shut,
  isStrict = false,
): { found: Found; parts: Part[] } {
  const asked = fleet.blocks.flatMap((block, at) => {
    const times = timesIn(block, requested)
    return isAsked(block, requested) && times !== undefined ? [{ block, at, times }] : []
  })
  const passing = filtersOf(fleet, requested)
  const filters = [...passing.map(({ filter }) => filter), ...(isPriced(requested) ? ['price' as const] : [])]
  const length = asked.reduce((sum, { block }) => sum + wordsFor(block.size), 0)
  const found = foundFor(length, filters)
  const terms = termsOf({ fleet, tables }, { requested, shut })
  const timesFor = timesOf(fleet)
  let first = 0
  const parts = asked.map(({ block, at, times }) => {
    const ofBlock = { times: times && timesFor(times), terms: terms(at, times?.start) }
    const part = findIn(fleet, block, first, found, { requested, passing, isStrict, ...ofBlock })
    first += part.length
    return part
  })
  return { found, parts }
}

/** Times as blocks need them: most blocks are asked for the same. */
function timesOf({ firstDay, longestGap }: Fleet): (times: { start: Date; end: Date }) => AskedTimes {
  let known: AskedTimes | undefined
  return (times) => {
    const [start, end] = [times.start.getTime() / MINUTE_MS, times.end.getTime() / MINUTE_MS]
    if (known?.start === start && known.end === end) return known
    known = { start, end, lines: linesFor(firstDay, { start, end, longestGap }) }
    return known
  }
}

const isPriced = ({ from, to }: AdQuestion) => from !== undefined || to !== undefined

function isAsked({ city, category, size }: Block, requested: AdQuestion): boolean {
  if (size === 0 || !requested.categories.includes(category)) return false
  return requested.city === undefined || requested.city === city
}

/** When vehicles of a block must be free: null at no certain time, undefined where the search is for no time. */
function timesIn({ city }: Block, { times }: AdQuestion) {
  return times === null ? null : times.find((time) => time.city === city)
}

function withoutOne(known: Known, requested: AdQuestion, { filters, failing, length }: Found): FoundAds['without'] {
  const counts = filters.flatMap((filter, at): [Filter, number][] => {
    const count = countBitsIn(failing, at * length, length)
    return count > 0 ? [[filter, count]] : []
  })
  return { ...Object.fromEntries(counts), ...(requested.times && atAnyTime(known, requested)) }
}

function atAnyTime(known: Known, requested: AdQuestion): FoundAds['without'] {
  const { found } = findAll(known, { ...requested, times: null, rental: usualAt(requested.now) }, [], true)
  const count = countBitsIn(found.fitting, 0, found.length)
  return count > 0 ? { dates: count } : {}
}
