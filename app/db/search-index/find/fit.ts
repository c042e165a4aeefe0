import { type AdQuestion, bitOf, FILTERS, type Filter } from '#app/db/ad-search/question.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { type Block, GAP_OF_COMPANY } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { isFreeAt } from '../fleet/range-pool.ts'
import type { Terms } from './company-terms.ts'
import { shownAt } from './price-tables.ts'

/** What a block's vehicles that fail at most one filter amount to. */
export type Fit = {
  block: Block
  /** Which of `Found` are of this block. */
  from: number
  to: number
  /** By group: those that fail no filter, then those that fail each of the filters in use. */
  masks: Uint32Array
  /** By group and kind; by group and company. */
  kinds: Uint32Array
  companies: Uint32Array
  /** By set of properties, of those that fail no filter. */
  equipment: Uint32Array
}

/**
 * Those of all blocks that fail no filter, with their prices from the start; from the end, prices of those that fail only the price.
 * Kept from one search to the next, because new memory for each would be slower than the search.
 */
export type Found = { rows: Int32Array; shown: Float64Array; size: number; others: number }

type Asked = {
  requested: AdQuestion
  /** Those in use. */
  filters: readonly Filter[]
  kindMasks: Int32Array
  equipmentMasks: Int32Array | null
  terms: { ofCompany: (code: number) => Terms; ofRows: [row: number, terms: Terms][] }
  times: { start: Date; end: Date } | null
}

const PRICE = bitOf('price')

/** Goes through a block once, as `candidates` does in SQL: masks first, availability last and only for those that fail at most one filter. */
export function fitIn(
  fleet: Fleet,
  block: Block,
  found: Found,
  { requested, filters, kindMasks, equipmentMasks, terms, times }: Asked,
): Fit {
  const { columns, size, busy } = block
  const { kind, company, gap, busyCount, id, equipment } = columns
  const gaps = fleet.companies.gap
  const companyCount = fleet.companies.values.length
  const kindCount = block.kinds.values.length
  const isPriced = requested.from !== undefined || requested.to !== undefined
  const [lowest, highest] = [requested.from ?? 0, requested.to ?? Number.MAX_SAFE_INTEGER]
  const { pinnedOnly } = requested
  const groups = filters.length + 1
  const groupOf = new Uint8Array(FILTERS.length + 1)
  for (const [at, filter] of filters.entries()) groupOf[FILTERS.indexOf(filter) + 1] = at + 1
  const fit: Fit = {
    ...{ block, from: found.size, to: found.size },
    masks: new Uint32Array(groups),
    kinds: new Uint32Array(groups * kindCount),
    companies: new Uint32Array(groups * companyCount),
    equipment: new Uint32Array(fleet.equipment.values.length),
  }
  const start = times ? times.start.getTime() / MINUTE_MS : 0
  const end = times ? times.end.getTime() / MINUTE_MS : 0
  const now = requested.now.getTime()
  const wanted = { start, end }
  let vehicle = 0
  const isHeld = (position: number) =>
    block.holds.get(vehicle)?.some(([at, until]) => at === position && until > now) ?? true
  const { ofRows } = terms
  let own = 0
  for (let row = 0; row < size; row++) {
    const code = kind[row] as number
    const owner = company[row] as number
    let ofRow = terms.ofCompany(owner)
    if (own < ofRows.length && (ofRows[own] as [number, Terms])[0] === row) {
      ofRow = (ofRows[own] as [number, Terms])[1]
      own += 1
    }
    let mask = (kindMasks[code] as number) | ofRow.mask
    if (equipmentMasks) mask |= equipmentMasks[equipment[row] as number] as number
    if ((mask & (mask - 1)) !== 0) continue
    if (pinnedOnly && !fleet.details.shown[columns.details[row] as number]?.pinned) continue
    const price = shownAt(ofRow.table, ofRow.prices[row] as number)
    if (isPriced && (price < lowest || price > highest)) {
      mask |= PRICE
      if ((mask & (mask - 1)) !== 0) continue
    }
    const count = busyCount[row] as number
    if (times && count > 0) {
      const ownGap = gap[row] as number
      wanted.end = end + (ownGap === GAP_OF_COMPANY ? (gaps[owner] as number) : ownGap)
      vehicle = id[row] as number
      if (!isFreeAt(busy, columns.busy[row] as number, count, wanted, isHeld)) continue
    }
    const group = groupOf[32 - Math.clz32(mask)] as number
    fit.masks[group] = (fit.masks[group] as number) + 1
    const kindAt = group * kindCount + code
    fit.kinds[kindAt] = (fit.kinds[kindAt] as number) + 1
    const companyAt = group * companyCount + owner
    fit.companies[companyAt] = (fit.companies[companyAt] as number) + 1
    if (mask === 0) {
      const set = equipment[row] as number
      fit.equipment[set] = (fit.equipment[set] as number) + 1
      found.rows[found.size] = row
      found.shown[found.size] = price
      found.size += 1
    } else if (mask === PRICE) {
      found.others += 1
      found.shown[found.shown.length - found.others] = price
    }
  }
  fit.to = found.size
  return fit
}
