import { TIERS, type Tier } from '#app/rules/money/price.ts'
import { addEdges, type Calendar, emptyCalendar, growCalendar, markRanges } from './calendar.ts'
import { codeOfGroup, emptyGroups, type Groups, sizeOfGroup } from './groups.ts'
import { addHolds, emptyHolds, type Holds, moveHolds, removeHolds } from './holds.ts'
import { clearFacts, emptyLines, type Lines, moveLines, setSeveral, widenLines } from './lines.ts'
import type { BusyRanges } from './listing.ts'
import { emptyPool, isWasteful, NO_RANGES, type RangePool, rangesAt, storeRanges } from './range-pool.ts'

/** The number of each group's combination (`Combinations`), and of each tier's price among the fleet's. */
const CODES = ['make', 'build', 'style', ...TIERS.map(({ tier }) => tier)] as const
const NUMBERS = [
  ...(['id', 'company', 'details', 'gap', 'properties', 'score', 'pin', 'ratingSum', 'ratingCount'] as const),
  ...(['picture', 'busy', 'group'] as const),
] as const
const COUNTS = ['busyCount', 'pictureLength'] as const

/** Columns, one for each fact of a vehicle. */
export type Columns = Record<(typeof NUMBERS)[number] | 'make' | 'build' | 'style' | Tier, Int32Array> &
  Record<(typeof COUNTS)[number], Uint16Array>

/** The vehicles of one city and category, in columns. A vehicle that leaves is replaced by the last one. */
export type Block = {
  city: number
  category: number
  size: number
  columns: Columns
  groups: Groups
  busy: RangePool
  holds: Holds
  calendar: Calendar
  lines: Lines
  kept: Kept
}

/** How many vehicles are expected in a city and category. */
export type BlockSize = { city: number; category: number; expected: number }

/** What units of a group are sorted by first; then by score and id. */
export type UnitOrder = 'pin' | 'rating' | 'score'

/** What searches work out and leave for others, until units change. */
export type Kept = Partial<Record<UnitOrder, KeptUnits>>

/**
 * The units of groups in an order. `rows`: one group after the other, the first row of each as its complement (`~row`), the others behind it;
 * `others`: the same others as bits. Null where units have different prices or companies.
 */
export type KeptUnits = { rows: Int32Array; others: Int32Array } | null

/** To be called where rows are others than before, or units. */
export function forgetKept(block: Block): void {
  block.kept = {}
}

/** In the column `pin`, a vehicle that is not pinned: behind all that are. */
export const NOT_PINNED = 100
/** In the column `gap`, a vehicle without its own. */
export const GAP_OF_COMPANY = -1

/** By how much a block grows that is full: copying all of it takes milliseconds, and what is not in use yet is memory, too. */
const GROWTH = 1.1
/** The least room for further rows. */
const SPARE = 16

/**
 * @param expected how many vehicles there will be soon
 * @param isFilling whether `fillBlock` will be called when they are there
 */
export function emptyBlock({ city, category, expected }: BlockSize, firstDay: number, isFilling: boolean): Block {
  const room = expected + SPARE
  const columns = Object.fromEntries([
    ...[...NUMBERS, ...CODES].map((name) => [name, new Int32Array(room)]),
    ...COUNTS.map((name) => [name, new Uint16Array(room)]),
  ]) as Columns
  return {
    ...{ city, category, size: 0, columns, groups: emptyGroups(room), busy: emptyPool(), holds: emptyHolds() },
    ...{ calendar: emptyCalendar(firstDay, room, !isFilling), lines: emptyLines(room), kept: {} },
  }
}

/** Adds what is faster to add once all rows are there; the iteration has its breaks where others may have their turn. */
export function fillBlock(block: Block): Generator<void> {
  return addEdges(block.calendar, block.size, (row) => busyOf(block, row))
}

/** A new last row. */
export function addRow(block: Block): number {
  const { columns, size } = block
  const capacity = columns.id.length
  if (size === capacity) {
    const larger = Math.ceil(capacity * GROWTH) + SPARE
    for (const name of [...NUMBERS, ...CODES]) columns[name] = grown(columns[name], new Int32Array(larger))
    for (const name of COUNTS) columns[name] = grown(columns[name], new Uint16Array(larger))
    growCalendar(block.calendar, larger)
    widenLines(block.lines, larger)
  }
  block.size += 1
  forgetKept(block)
  return size
}

/** Removes a row. Returns the vehicle that has its place now, if any. */
export function removeRow(block: Block, row: number): number | undefined {
  const { columns, calendar, groups, lines } = block
  const last = block.size - 1
  leaveGroup(block, row)
  forgetKept(block)
  markRanges(calendar, row, busyOf(block, row), NO_RANGES)
  block.busy.unused += busyOf(block, row).length
  removeHolds(block.holds, row)
  block.size = last
  if (row === last) {
    clearFacts(lines, row)
    setSeveral(lines, row, false)
    return undefined
  }
  moveLines(lines, { from: last, to: row })
  const group = columns.group[last] as number
  if (groups.rows[group] === ~last) groups.rows[group] = ~row
  markRanges(calendar, last, busyOf(block, last), NO_RANGES)
  for (const name of [...NUMBERS, ...CODES, ...COUNTS]) columns[name][row] = columns[name][last] as number
  markRanges(calendar, row, NO_RANGES, busyOf(block, row))
  moveHolds(block.holds, { from: last, to: row })
  return columns.id[row]
}

/** Puts a row among the units of a group, in place of the one in which it was; `isNew`: it was in none. */
export function setGroup(block: Block, row: number, group: number, isNew: boolean): void {
  const { columns, groups, lines } = block
  const code = codeOfGroup(groups, group)
  if (!isNew) {
    if (columns.group[row] === code) return
    forgetKept(block)
    leaveGroup(block, row)
  }
  const former = groups.rows[code] as number
  setSeveral(lines, row, former !== 0)
  if (former < 0) setSeveral(lines, ~former, true)
  columns.group[row] = code
  groups.rows[code] = former === 0 ? ~row : sizeOfGroup(groups, code) + 1
}

function leaveGroup({ columns, groups }: Block, row: number): void {
  const code = columns.group[row] as number
  groups.rows[code] = sizeOfGroup(groups, code) - 1
}

/** The mean of a row's ratings, 0 without any. */
export function ratingOf({ ratingSum, ratingCount }: Columns, row: number): number {
  const count = ratingCount[row] as number
  return count === 0 ? 0 : (ratingSum[row] as number) / count
}

/** Replaces the busy ranges of a row, where they were if they fit. */
export function setBusy(block: Block, row: number, { ranges, holds }: BusyRanges, isNew: boolean): void {
  const { columns, busy, calendar } = block
  const former = isNew ? NO_RANGES : busyOf(block, row)
  markRanges(calendar, row, former, ranges)
  if (ranges.length <= former.length) {
    busy.unused += former.length - ranges.length
    former.set(ranges)
  } else {
    busy.unused += former.length
    columns.busy[row] = storeRanges(busy, ranges)
  }
  columns.busyCount[row] = ranges.length / 2
  if (!isNew) removeHolds(block.holds, row)
  addHolds(block.holds, row, holds)
  if (isWasteful(busy)) rewriteBusy(block)
}

function busyOf({ columns, busy }: Block, row: number): Int32Array {
  return rangesAt(busy, columns.busy[row] as number, columns.busyCount[row] as number)
}

function rewriteBusy(block: Block): void {
  const { columns, size } = block
  const fresh = emptyPool()
  for (let row = 0; row < size; row++) {
    const ranges = busyOf(block, row)
    columns.busy[row] = ranges.length > 0 ? storeRanges(fresh, ranges) : 0
  }
  block.busy = fresh
}

function grown<Column extends Int32Array | Uint16Array>(column: Column, larger: Column): Column {
  larger.set(column)
  return larger
}
