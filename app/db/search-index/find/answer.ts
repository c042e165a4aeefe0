import { failures } from '#app/db/ad-search/candidates.ts'
import { facetCounts } from '#app/db/ad-search/facets.ts'
import type { AdQuestion, Filter } from '#app/db/ad-search/question.ts'
import type { FoundAds } from '#app/db/ad-search/search.ts'
import { usualAt } from '#app/db/prices/rental-plans.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { termsIn } from './company-terms.ts'
import { countValues } from './count-values.ts'
import { type Fit, type Found, fitIn } from './fit.ts'
import { equipmentMasks, kindMasks } from './kind-masks.ts'
import { type Keys, pageOf } from './page.ts'
import { priceRange } from './price-range.ts'
import type { PriceTables } from './price-tables.ts'

type Known = { fleet: Fleet; tables: PriceTables }
type Shut = readonly { company_id: number; city_id: number }[]
/** `filters` are those in use. */
type Asked = { requested: AdQuestion; shut: Shut; filters: readonly Filter[] }

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
  const filters = [...failures(requested).keys()]
  const { fits, found } = fitAll({ fleet, tables }, { requested, shut, filters })
  const total = found.size
  return {
    total,
    rows: pageOf(fleet, { fits, found, keys: keysFor(total), requested }),
    prices: priceRange(found, requested.currency),
    counts: facetCounts(countValues(fleet, { fits, filters }, requested)),
    without: total > 0 ? {} : withoutOne({ fleet, tables }, { requested, fits, filters }),
  }
}

function fitAll({ fleet, tables }: Known, { requested, shut, filters }: Asked): { fits: Fit[]; found: Found } {
  const asked = fleet.blocks.flatMap((block) => {
    const times = timesIn(block, requested)
    return isAsked(block, requested) && times !== undefined ? [{ block, times }] : []
  })
  const found = foundFor(asked.reduce((sum, { block }) => sum + block.size, 0))
  const equipment = equipmentMasks(fleet, requested)
  const fits = asked.map(({ block, times }) =>
    fitIn(fleet, block, found, {
      ...{ requested, filters, times },
      kindMasks: kindMasks(fleet, block, requested),
      equipmentMasks: equipment,
      terms: termsIn({ fleet, tables, block }, { requested, shut, start: times?.start }),
    }),
  )
  return { fits, found }
}

function isAsked({ city, category, size }: Block, requested: AdQuestion): boolean {
  if (size === 0 || !requested.categories.includes(category)) return false
  return requested.city === undefined || requested.city === city
}

/** When vehicles of a block must be free: null at no certain time, undefined where the search is for no time. */
function timesIn({ city }: Block, { times }: AdQuestion) {
  if (!times) return null
  const [only, another] = times
  return only && !another ? only : times.find((time) => time.city === city)
}

function withoutOne(
  known: Known,
  { requested, fits, filters }: Pick<Asked, 'requested' | 'filters'> & { fits: readonly Fit[] },
): FoundAds['without'] {
  const counts = filters.flatMap((filter, at): [Filter, number][] => {
    const count = fits.reduce((sum, { masks }) => sum + (masks[at + 1] as number), 0)
    return count > 0 ? [[filter, count]] : []
  })
  const anyTime = { ...requested, times: null, rental: usualAt(requested.now) }
  const atAnyTime = requested.times ? fitAll(known, { requested: anyTime, shut: [], filters }).found.size : 0
  return { ...Object.fromEntries(counts), ...(atAnyTime > 0 && { dates: atAnyTime }) }
}

/** Used again by the next search: searches are answered one after the other. */
const scratch = { rows: new Int32Array(0), shown: new Float64Array(0) }
const keys: Keys = { first: new Float64Array(0), second: new Float64Array(0), ids: new Int32Array(0) }

function foundFor(size: number): Found {
  if (scratch.rows.length < size) {
    scratch.rows = new Int32Array(size)
    scratch.shown = new Float64Array(size)
  }
  return { rows: scratch.rows, shown: scratch.shown, size: 0, others: 0 }
}

function keysFor(size: number): Keys {
  if (keys.ids.length < size) {
    keys.first = new Float64Array(size)
    keys.second = new Float64Array(size)
    keys.ids = new Int32Array(size)
  }
  return keys
}
