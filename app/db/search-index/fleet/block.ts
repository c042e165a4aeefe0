import { TIERS, type Tier } from '#app/rules/money/price.ts'
import { type Dictionary, emptyDictionary } from './dictionary.ts'
import { KIND_COLUMNS, type KindColumn } from './listing.ts'
import { emptyPool, isWasteful, type RangePool, rangesAt, storeRanges } from './range-pool.ts'

/** Columns, one for each fact of a vehicle. */
const NUMBERS = [
  ...(['id', 'kind', 'company', 'details', 'gap', 'score', 'pin', 'ratingSum', 'ratingCount', 'picture'] as const),
  ...(['busy', 'equipment'] as const),
] as const
/** In the minor unit of the company's currency, which may exceed 32 bits. */
const PRICES = TIERS.map(({ tier }) => tier)
const COUNTS = ['busyCount', 'pictureLength'] as const

export type Columns = Record<(typeof NUMBERS)[number], Int32Array> &
  Record<(typeof COUNTS)[number], Uint16Array> &
  Record<Tier, Float64Array>

/** The vehicles of one city and category, in columns. A vehicle that leaves is replaced by the last one. */
export type Block = {
  city: number
  category: number
  size: number
  columns: Columns
  kinds: Dictionary<string>
  /** By column and kind, the code of the value (`Fleet.values`). */
  kindCodes: Record<KindColumn, number[]>
  busy: RangePool
  /** By vehicle, the ends of holds that end by themselves, each as the position of its range and milliseconds. */
  holds: Map<number, [position: number, until: number][]>
}

/** In the column `pin`, a vehicle that is not pinned: behind all that are. */
export const NOT_PINNED = 100
/** In the column `gap`, a vehicle without its own. */
export const GAP_OF_COMPANY = -1

const FIRST_CAPACITY = 16
const GROWTH = 1.25

export function emptyBlock(city: number, category: number): Block {
  const columns = Object.fromEntries([
    ...NUMBERS.map((name) => [name, new Int32Array(FIRST_CAPACITY)]),
    ...COUNTS.map((name) => [name, new Uint16Array(FIRST_CAPACITY)]),
    ...PRICES.map((name) => [name, new Float64Array(FIRST_CAPACITY)]),
  ]) as Columns
  return {
    ...{ city, category, size: 0, columns },
    kinds: emptyDictionary<string>(),
    kindCodes: Object.fromEntries(KIND_COLUMNS.map((column) => [column, []])) as unknown as Block['kindCodes'],
    ...{ busy: emptyPool(), holds: new Map() },
  }
}

/** A new last row. */
export function addRow(block: Block): number {
  const { columns, size } = block
  const capacity = columns.id.length
  if (size === capacity) {
    const larger = Math.ceil(capacity * GROWTH)
    for (const name of NUMBERS) columns[name] = grown(columns[name], new Int32Array(larger))
    for (const name of COUNTS) columns[name] = grown(columns[name], new Uint16Array(larger))
    for (const name of PRICES) columns[name] = grown(columns[name], new Float64Array(larger))
  }
  block.size += 1
  return size
}

/** Removes a row. Returns the vehicle that has its place now, if any. */
export function removeRow(block: Block, row: number): number | undefined {
  const { columns } = block
  const last = block.size - 1
  block.busy.unused += 2 * (columns.busyCount[row] as number)
  block.holds.delete(columns.id[row] as number)
  block.size = last
  if (row === last) return undefined
  for (const name of [...NUMBERS, ...COUNTS, ...PRICES]) columns[name][row] = columns[name][last] as number
  return columns.id[row]
}

/** Replaces the busy ranges of a row, where they were if they fit. */
export function setBusy(block: Block, row: number, ranges: ArrayLike<number>): void {
  const { columns, busy } = block
  const former = columns.busyCount[row] as number
  const count = ranges.length / 2
  if (count <= former) {
    rangesAt(busy, columns.busy[row] as number, count).set(ranges)
    busy.unused += 2 * (former - count)
  } else {
    busy.unused += 2 * former
    columns.busy[row] = storeRanges(busy, { ranges })
  }
  columns.busyCount[row] = count
  if (isWasteful(busy)) rewriteBusy(block)
}

function rewriteBusy(block: Block): void {
  const { columns, size, busy } = block
  const fresh = emptyPool()
  for (let row = 0; row < size; row++) {
    const ranges = rangesAt(busy, columns.busy[row] as number, columns.busyCount[row] as number)
    columns.busy[row] = ranges.length > 0 ? storeRanges(fresh, { ranges }) : 0
  }
  block.busy = fresh
}

function grown<Column extends Int32Array | Uint16Array | Float64Array>(column: Column, larger: Column): Column {
  larger.set(column)
  return larger
}
