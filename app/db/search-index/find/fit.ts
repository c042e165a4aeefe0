import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { type Block, GAP_OF_COMPANY } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { TRAIT_GROUPS } from '../fleet/listing.ts'
import { isFreeAt } from '../fleet/range-pool.ts'
import { allRows, freeRows } from './availability.ts'
import type { BlockTerms } from './company-terms.ts'
import type { TraitMasks } from './masks.ts'
import { priceAt, type SearchPrices, startOf } from './price-tables.ts'

/**
 * The vehicles that fail at most one filter, with the bit of that filter and the place of their price among `prices`, block after block
 * (`Part`). `units` are how many of the same there are (`foldUnits`).
 */
export type Found = {
  rows: Int32Array
  masks: Int32Array
  places: Int32Array
  units: Int32Array
  prices: SearchPrices
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
  /** Whether only those are wanted that fail no filter. */
  isStrict: boolean
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
  const { requested } = asked
  const { pinnedOnly, from: least, to: most, now } = requested
  const { details } = block.columns
  const { isPinned } = fleet.details
  if (pinnedOnly) keepIf(from, found, (row) => isPinned[details[row] as number] as boolean)
  notePlaces(block, from, found, asked)
  if (least !== undefined || most !== undefined) keepPriced(from, found, asked)
  if (times) keepIf(from, found, freeIn(fleet, block, { now, times, doubtful }))
  return { block, from, to: found.size }
}

/**
 * Keeps those rows that fail at most one filter, and notes their masks. Only what fails anybody is read, one after the other. Written
 * without branches, because half of them would be mispredicted: each row is written, and the next one in its place if it fails more.
 */
function keepFitting({ columns }: Block, from: number, found: Found, asked: Asked) {
  const { masks, properties: wanted, terms, isStrict } = asked
  const { rows, masks: failing, size: end } = found
  failing.fill(wanted === undefined ? PROPERTIES : 0, from, end)
  const span = { from, end }
  for (const group of TRAIT_GROUPS) addMasks(found, span, columns[group], masks[group])
  addMasks(found, span, terms.codes, terms.masks)
  if (wanted) addMissing(found, span, columns.properties, wanted)
  const others = isStrict ? 0 : 1
  let size = from
  for (let at = from; at < end; at++) {
    const mask = failing[at] as number
    rows[size] = rows[at] as number
    failing[size] = mask
    size += 1 - isAny(mask & (mask - others))
  }
  found.size = size
}

type Span = { from: number; end: number }

function addMasks({ rows, masks }: Found, { from, end }: Span, codes: Int32Array, ofCodes: Int32Array | null) {
  if (ofCodes === null) return
  for (let at = from; at < end; at++)
    masks[at] = (masks[at] as number) | (ofCodes[codes[rows[at] as number] as number] as number)
}

function addMissing({ rows, masks }: Found, { from, end }: Span, properties: Int32Array, wanted: number) {
  for (let at = from; at < end; at++) {
    const missing = ((properties[rows[at] as number] as number) & wanted) ^ wanted
    masks[at] = (masks[at] as number) | (isAny(missing) * PROPERTIES)
  }
}

/** 1 if any bit is set, 0 if none is; the highest bit is never in use. */
const isAny = (bits: number): 0 | 1 => (-bits >>> 31) as 0 | 1

/** Notes the places of the prices. */
function notePlaces({ columns }: Block, from: number, { rows, places, prices, size }: Found, { terms }: Asked) {
  const { codes, tables } = terms
  const starts = Int32Array.from(tables.map((table) => startOf(prices, table)))
  const amounts = tables.map(({ tier }) => columns[tier])
  const [all] = new Set(amounts).size === 1 ? amounts : []
  // Rentals of most searches have one tier at all companies.
  if (all) noteOfTier(from, { rows, places, size }, { codes, starts, amounts: all })
  else
    for (let at = from; at < size; at++) {
      const row = rows[at] as number
      const code = codes[row] as number
      places[at] = (starts[code] as number) + ((amounts[code] as Int32Array)[row] as number)
    }
}

function noteOfTier(
  from: number,
  { rows, places, size }: Pick<Found, 'rows' | 'places' | 'size'>,
  { codes, starts, amounts }: { codes: Int32Array; starts: Int32Array; amounts: Int32Array },
) {
  for (let at = from; at < size; at++) {
    const row = rows[at] as number
    places[at] = (starts[codes[row] as number] as number) + (amounts[row] as number)
  }
}

/** Keeps those rows that still fail at most one filter, or none, when the price is one. */
function keepPriced(from: number, found: Found, { requested, isStrict }: Asked) {
  const { from: least, to: most } = requested
  const { masks, places, prices } = found
  const [lowest, highest] = [least ?? 0, most ?? Number.MAX_SAFE_INTEGER]
  keepIf(from, found, (_row, at) => {
    const price = priceAt(prices, places[at] as number)
    if (price >= lowest && price <= highest) return true
    if (isStrict || masks[at] !== 0) return false
    masks[at] = PRICE
    return true
  })
}

function keepIf(from: number, found: Found, isKept: (row: number, at: number) => boolean) {
  const { rows, masks, places, size: end } = found
  let size = from
  for (let at = from; at < end; at++) {
    const row = rows[at] as number
    if (!isKept(row, at)) continue
    rows[size] = row
    masks[size] = masks[at] as number
    places[size] = places[at] as number
    size += 1
  }
  found.size = size
}

/** Whether a row is free, and for its gap after the rental: by its ranges, where the calendar leaves it in doubt. */
function freeIn(
  { companies }: Fleet,
  { columns, busy }: Block,
  { now, times, doubtful }: { now: Date; times: { start: Date; end: Date }; doubtful: Int32Array },
): (row: number) => boolean {
  const { start, end } = minutesOf(times)
  const wanted = { start, end, now: now.getTime() }
  const isFree = (row: number) => {
    const own = columns.gap[row] as number
    const gap = own === GAP_OF_COMPANY ? (companies.gap[columns.company[row] as number] as number) : own
    wanted.end = end + gap
    return isFreeAt(busy, columns.busy[row] as number, columns.busyCount[row] as number, wanted)
  }
  return (row) => (((doubtful[row >> 5] as number) >> (row & 31)) & 1) === 0 || isFree(row)
}

function minutesOf({ start, end }: { start: Date; end: Date }) {
  return { start: start.getTime() / MINUTE_MS, end: end.getTime() / MINUTE_MS }
}
