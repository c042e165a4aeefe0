import { failures } from '#app/db/ad-search/candidates.ts'
import { facetCounts } from '#app/db/ad-search/facets.ts'
import { type AdQuestion, bitOf, type Filter } from '#app/db/ad-search/question.ts'
import type { FoundAds } from '#app/db/ad-search/search.ts'
import { usualAt } from '#app/db/prices/rental-plans.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import type { Block } from '../fleet/block.ts'
import { wordsFor } from '../fleet/calendar.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { termsOf } from './company-terms.ts'
import { countValues } from './count-values.ts'
import { type Found, findIn, type Part, type Scratch } from './fit.ts'
import { traitMasks, wantedProperties } from './masks.ts'
import { pageOf } from './page.ts'
import { priceRange } from './price-range.ts'
import { clearPrices, noPrices, type PriceTables } from './price-tables.ts'
import { foldUnits } from './units.ts'

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
  const filters = [...failures(requested).keys()]
  const failing = failingByMask(found)
  const total = failing.get(0) ?? 0
  return {
    total,
    rows: pageOf(fleet, { found, parts, requested, total }),
    prices: priceRange(found, requested.currency),
    counts: facetCounts(countValues(fleet, { found, parts }, { requested, filters })),
    without: total > 0 ? {} : withoutOne({ fleet, tables }, { requested, filters, failing }),
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
  const { found, doubtful } = scratchFor(asked.map(({ block }) => block.size))
  const masks = traitMasks(fleet, requested)
  const properties = wantedProperties(fleet, requested)
  const terms = termsOf({ fleet, tables }, { requested, shut })
  const parts = asked.map(({ block, at, times }) =>
    findIn(...([fleet, block, { found, doubtful }] as const), {
      requested,
      masks,
      properties,
      times,
      terms: terms(at, times?.start),
      isStrict,
    }),
  )
  foldUnits({ found, parts, requested })
  return { found, parts }
}

function isAsked({ city, category, size }: Block, requested: AdQuestion): boolean {
  if (size === 0 || !requested.categories.includes(category)) return false
  return requested.city === undefined || requested.city === city
}

/** When vehicles of a block must be free: null at no certain time, undefined where the search is for no time. */
function timesIn({ city }: Block, { times }: AdQuestion) {
  return times === null ? null : times.find((time) => time.city === city)
}

/** How many fail no filter (0), and how many only the filter of a bit. */
function failingByMask({ masks, size }: Found): Map<number, number> {
  const counts = new Uint32Array(33)
  for (let at = 0; at < size; at++) {
    const place = 32 - Math.clz32(masks[at] as number)
    counts[place] = (counts[place] as number) + 1
  }
  return new Map([...counts].map((count, place) => [place === 0 ? 0 : 2 ** (place - 1), count]))
}

function withoutOne(
  known: Known,
  { requested, filters, failing }: { requested: AdQuestion; filters: readonly Filter[]; failing: Map<number, number> },
): FoundAds['without'] {
  const counts = filters.flatMap((filter): [Filter, number][] => {
    const count = failing.get(bitOf(filter)) ?? 0
    return count > 0 ? [[filter, count]] : []
  })
  const anyTime = { ...requested, times: null, rental: usualAt(requested.now) }
  const atAnyTime = requested.times ? (failingByMask(findAll(known, anyTime, [], true).found).get(0) ?? 0) : 0
  return { ...Object.fromEntries(counts), ...(atAnyTime > 0 && { dates: atAnyTime }) }
}

const scratch: Scratch = { found: foundFor(0), doubtful: new Int32Array(0) }

function scratchFor(sizes: readonly number[]): Scratch {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const words = wordsFor(Math.max(...sizes, 0))
  if (scratch.found.rows.length < all) scratch.found = foundFor(all)
  if (scratch.doubtful.length < words) scratch.doubtful = new Int32Array(words)
  scratch.found.size = 0
  clearPrices(scratch.found.prices)
  return scratch
}

function foundFor(size: number): Found {
  const column = () => new Int32Array(size)
  return { rows: column(), masks: column(), places: column(), units: column(), prices: noPrices(), size: 0 }
}
