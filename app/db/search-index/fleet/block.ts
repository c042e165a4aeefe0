import { TIERS, type Tier } from '#app/rules/money/price.ts'
import { type Calendar, emptyCalendar, grownCalendar, markRanges } from './calendar.ts'
import { codeOf, type Dictionary, emptyDictionary } from './dictionary.ts'
import type { BusyRanges } from './listing.ts'
import { emptyPool, isWasteful, type RangePool, rangesAt, storeRanges } from './range-pool.ts'

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
  /** Of units that are the same for a traveller; `counts` has how many there are, by code. */
  groups: Dictionary<number> & { counts: number[] }
  busy: RangePool
  calendar: Calendar
}

/** In the column `pin`, a vehicle that is not pinned: behind all that are. */
export const NOT_PINNED = 100
/** In the column `gap`, a vehicle without its own. */
export const GAP_OF_COMPANY = -1

const FIRST_CAPACITY = 16
const GROWTH = 1.25

export function emptyBlock({ city, category, firstDay }: { city: number; category: number; firstDay: number }): Block {
  const columns = Object.fromEntries([
    ...[...NUMBERS, ...CODES].map((name) => [name, new Int32Array(FIRST_CAPACITY)]),
    ...COUNTS.map((name) => [name, new Uint16Array(FIRST_CAPACITY)]),
  ]) as Columns
  const calendar = emptyCalendar(firstDay, FIRST_CAPACITY)
  return {
    city,
    category,
    size: 0,
    columns,
    groups: { ...emptyDictionary<number>(), counts: [] },
    busy: emptyPool(),
    calendar,
  }
}

/** A new last row. */
export function addRow(block: Block): number {
  const { columns, size } = block
  const capacity = columns.id.length
  if (size === capacity) {
    const larger = Math.ceil(capacity * GROWTH)
    for (const name of [...NUMBERS, ...CODES]) columns[name] = grown(columns[name], new Int32Array(larger))
    for (const name of COUNTS) columns[name] = grown(columns[name], new Uint16Array(larger))
    block.calendar = grownCalendar(block.calendar, larger)
  }
  block.size += 1
  return size
}

/** Removes a row. Returns the vehicle that has its place now, if any. */
export function removeRow(block: Block, row: number): number | undefined {
  const { columns, calendar } = block
  const last = block.size - 1
  leaveGroup(block, row)
  markRanges(calendar, row, busyOf(block, row), false)
  block.busy.unused += busyOf(block, row).numbers.length
  block.size = last
  if (row === last) return undefined
  markRanges(calendar, last, busyOf(block, last), false)
  for (const name of [...NUMBERS, ...CODES, ...COUNTS]) columns[name][row] = columns[name][last] as number
  markRanges(calendar, row, busyOf(block, row), true)
  return columns.id[row]
}

/** Puts a row among the units of a group, in place of the one in which it was; `isNew`: it was in none. */
export function setGroup({ columns, groups }: Block, row: number, group: number, isNew: boolean): void {
  if (!isNew) leaveGroup({ columns, groups }, row)
  const code = codeOf(groups, group)
  columns.group[row] = code
  groups.counts[code] = (groups.counts[code] ?? 0) + 1
}

function leaveGroup({ columns, groups }: Pick<Block, 'columns' | 'groups'>, row: number): void {
  const code = columns.group[row] as number
  groups.counts[code] = (groups.counts[code] as number) - 1
}

/** Replaces the busy ranges of a row, where they were if they fit. */
export function setBusy(block: Block, row: number, { count, numbers }: BusyRanges): void {
  const { columns, busy, calendar } = block
  const former = busyOf(block, row)
  markRanges(calendar, row, former, false)
  markRanges(calendar, row, { count, numbers }, true)
  if (numbers.length <= former.numbers.length) {
    busy.unused += former.numbers.length - numbers.length
    former.numbers.set(numbers)
  } else {
    busy.unused += former.numbers.length
    columns.busy[row] = storeRanges(busy, numbers)
  }
  columns.busyCount[row] = count
  if (isWasteful(busy)) rewriteBusy(block)
}

function busyOf({ columns, busy }: Block, row: number) {
  const count = columns.busyCount[row] as number
  return { count, numbers: rangesAt(busy, columns.busy[row] as number, count) }
}

function rewriteBusy(block: Block): void {
  const { columns, size } = block
  const fresh = emptyPool()
  for (let row = 0; row < size; row++) {
    const { count, numbers } = busyOf(block, row)
    columns.busy[row] = count > 0 ? storeRanges(fresh, numbers) : 0
  }
  block.busy = fresh
}

function grown<Column extends Int32Array | Uint16Array>(column: Column, larger: Column): Column {
  larger.set(column)
  return larger
}
