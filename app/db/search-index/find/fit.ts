import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { type Block, GAP_OF_COMPANY } from '../fleet/block.ts'
import { wordsFor } from '../fleet/calendar.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { isFreeAt } from '../fleet/range-pool.ts'
import { allRows, type Candidates, freeRows } from './availability.ts'
import type { BlockTerms, OwnRow } from './company-terms.ts'
import type { TraitMasks } from './masks.ts'
import { type PriceTable, shownAt } from './price-tables.ts'

/**
 * The vehicles that fail at most one filter, with the bit of that filter, and their prices where a search counts these: of those that fail
 * no filter or only the price. Block after block (`Part`).
 */
export type Found = { rows: Int32Array; masks: Int32Array; shown: Float64Array; size: number }

/** Which of `Found` are of a block. */
export type Part = { block: Block; from: number; to: number }

type Asked = {
  requested: AdQuestion
  masks: TraitMasks
  /** The bits of properties that a vehicle must have; undefined if no vehicle has one of them. */
  properties: number | undefined
  terms: BlockTerms
  times: { start: Date; end: Date } | null
}

const PRICE = bitOf('price')
const PROPERTIES = bitOf('properties')

/** Adds a block's vehicles to those found: masks first, and ranges last and only of those about which the calendar is not sure. */
export function findIn(
  fleet: Fleet,
  block: Block,
  { found, candidates }: { found: Found; candidates: Candidates },
  { requested, masks, properties: wanted, terms, times }: Asked,
): Part {
  const { make, build, style, company, properties, details } = block.columns
  const { make: makeMasks, build: buildMasks, style: styleMasks } = masks
  const { masks: companyMasks, ownRows } = terms
  const { pinnedOnly, from: least, to: most } = requested
  const { rows, masks: failing, shown } = found
  const { free, unsure } = candidates
  const { isPinned } = fleet.details
  const isPriced = least !== undefined || most !== undefined
  const [lowest, highest] = [least ?? 0, most ?? Number.MAX_SAFE_INTEGER]
  const [needed, lacking] = wanted === undefined ? [0, PROPERTIES] : [wanted, 0]
  const isFree = freeIn(fleet, block, requested.now, times)
  const priceOf = pricesIn(block, terms)
  const from = found.size
  const words = wordsFor(block.size)
  let size = from
  let own = 0
  if (times) freeRows(block, { ...minutesOf(times), longestGap: fleet.longestGap }, candidates)
  else allRows(block, candidates)
  for (let word = 0; word < words; word++) {
    const doubtful = unsure[word] as number
    for (let rest = (free[word] as number) | doubtful, bit = 0; rest !== 0; rest ^= bit) {
      bit = rest & (-rest | 0)
      const row = (word << 5) + 31 - Math.clz32(bit)
      while (own < ownRows.length && (ownRows[own] as OwnRow).row < row) own += 1
      const ofRow = own < ownRows.length && ownRows[own]?.row === row ? ownRows[own] : undefined
      const owner = company[row] as number
      let mask =
        (makeMasks[make[row] as number] as number) |
        (buildMasks[build[row] as number] as number) |
        (styleMasks[style[row] as number] as number) |
        (ofRow === undefined ? (companyMasks[owner] as number) : ofRow.mask) |
        lacking
      if (((properties[row] as number) & needed) !== needed) mask |= PROPERTIES
      if ((mask & (mask - 1)) !== 0 || (pinnedOnly && !isPinned[details[row] as number])) continue
      const price = mask === 0 || isPriced ? priceOf(row, owner, ofRow) : 0
      if (isPriced && (price < lowest || price > highest)) {
        mask |= PRICE
        if (mask !== PRICE) continue
      }
      if ((doubtful & bit) !== 0 && !isFree(row)) continue
      rows[size] = row
      failing[size] = mask
      shown[size] = price
      size += 1
    }
  }
  found.size = size
  return { block, from, to: size }
}

/** The price of a row as shown, by its own terms if it has any. */
function pricesIn({ columns }: Block, { tables }: BlockTerms) {
  const amounts = tables.map(({ tier }) => columns[tier])
  return (row: number, owner: number, own: OwnRow | undefined): number => {
    if (own) return shownAt(own.table, columns[own.table.tier][row] as number)
    return shownAt(tables[owner] as PriceTable, (amounts[owner] as Int32Array)[row] as number)
  }
}

/** Whether a row is free by its ranges, and for its gap after the rental. */
function freeIn({ companies }: Fleet, block: Block, now: Date, times: Asked['times']): (row: number) => boolean {
  const { columns, busy } = block
  const { start, end } = times ? minutesOf(times) : { start: 0, end: 0 }
  const wanted = { start, end, now: now.getTime() }
  return (row) => {
    const own = columns.gap[row] as number
    const gap = own === GAP_OF_COMPANY ? (companies.gap[columns.company[row] as number] as number) : own
    wanted.end = end + gap
    return isFreeAt(busy, columns.busy[row] as number, columns.busyCount[row] as number, wanted)
  }
}

function minutesOf({ start, end }: { start: Date; end: Date }) {
  return { start: start.getTime() / MINUTE_MS, end: end.getTime() / MINUTE_MS }
}
