import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { type Block, GAP_OF_COMPANY } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { isFreeAt } from '../fleet/range-pool.ts'
import { allRows, freeRows } from './availability.ts'
import type { BlockTerms } from './company-terms.ts'
import type { TraitMasks } from './masks.ts'
import { type PricePlaces, priceAt, startOf } from './price-tables.ts'

/**
 * The vehicles that fail at most one filter, with the bit of that filter and the place of their price among `prices`, block after block
 * (`Part`). `units` are how many of the same there are (`foldUnits`).
 */
export type Found = {
  rows: Int32Array
  masks: Int32Array
  places: Int32Array
  units: Int32Array
  prices: PricePlaces
  size: number
}

/** Used again by the next search: searches are answered one after the other, and new memory for each would be slower than the search. */
export type Scratch = { found: Found; doubtful: Int32Array }

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
export function findIn(fleet: Fleet, block: Block, { found, doubtful }: Scratch, asked: Asked): Part {
  const { times } = asked
  const from = found.size
  const into = { rows: found.rows, from, doubtful }
  found.size = times
    ? freeRows(block, { ...minutesOf(times), longestGap: fleet.longestGap }, into)
    : allRows(block, into)
  keepFitting(block, from, found, asked)
  keepPricedAndFree(fleet, block, from, { found, doubtful }, asked)
  return { block, from, to: found.size }
}

/**
 * Keeps those rows that fail at most one filter, and notes their masks. Written without branches, because half of them would be
 * mispredicted: each row is written, and the next one in its place if it fails more.
 */
function keepFitting({ columns }: Block, from: number, found: Found, { masks, properties: wanted, terms }: Asked) {
  const { make, build, style, properties } = columns
  const { make: makeMasks, build: buildMasks, style: styleMasks } = masks
  const { codes, masks: termMasks } = terms
  const { rows, masks: failing, size: end } = found
  const [needed, lacking] = wanted === undefined ? [0, PROPERTIES] : [wanted, 0]
  let size = from
  for (let at = from; at < end; at++) {
    const row = rows[at] as number
    const missing = ((properties[row] as number) & needed) ^ needed
    const mask =
      (makeMasks[make[row] as number] as number) |
      (buildMasks[build[row] as number] as number) |
      (styleMasks[style[row] as number] as number) |
      (termMasks[codes[row] as number] as number) |
      (isAny(missing) * PROPERTIES) |
      lacking
    rows[size] = row
    failing[size] = mask
    size += 1 - isAny(mask & (mask - 1))
  }
  found.size = size
}

/** 1 if any bit is set, 0 if none is; the highest bit is never in use. */
const isAny = (bits: number): 0 | 1 => (-bits >>> 31) as 0 | 1

/** Keeps those rows that are free and still fail at most one filter when the price is one, and notes the places of their prices. */
function keepPricedAndFree(
  fleet: Fleet,
  block: Block,
  from: number,
  { found, doubtful }: Scratch,
  { requested, terms: { codes, tables }, times }: Asked,
) {
  const { columns } = block
  const { details } = columns
  const { isPinned } = fleet.details
  const { pinnedOnly, from: least, to: most } = requested
  const isPriced = least !== undefined || most !== undefined
  const [lowest, highest] = [least ?? 0, most ?? Number.MAX_SAFE_INTEGER]
  const { rows, masks, places, prices, size: end } = found
  const amounts = tables.map(({ tier }) => columns[tier])
  const starts = Int32Array.from(tables.map((table) => startOf(prices, table)))
  const isFree = freeIn(fleet, block, requested.now, times)
  let size = from
  for (let at = from; at < end; at++) {
    const row = rows[at] as number
    if (pinnedOnly && !isPinned[details[row] as number]) continue
    let mask = masks[at] as number
    const code = codes[row] as number
    const place = (starts[code] as number) + ((amounts[code] as Int32Array)[row] as number)
    if (isPriced) {
      const price = priceAt(prices, place)
      if (price < lowest || price > highest) {
        if (mask !== 0) continue
        mask = PRICE
      }
    }
    if (((doubtful[row >>> 5] as number) >>> (row & 31)) & 1 && !isFree(row)) continue
    rows[size] = row
    masks[size] = mask
    places[size] = place
    size += 1
  }
  found.size = size
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
