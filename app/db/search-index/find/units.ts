import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { TIERS } from '#app/rules/money/price.ts'
import { lowestBit, rowsIn, setBit, wordsFor } from '../fleet/bits.ts'
import { type Block, type Columns, type KeptUnits, ratingOf, type UnitOrder } from '../fleet/block.ts'
import { SEVERAL } from '../fleet/lines.ts'
import { type Found, type Part, placeIn, priceOf } from './found.ts'
import { priceAt } from './price-tables.ts'

/**
 * Leaves one of the units of a group at one price, the first in the order, as `folded` does in SQL, and notes how many it stands for. What
 * filters compare is the same for all of them, and so is what they fail.
 */
export function foldUnits(part: Part, found: Found, open: Int32Array, order: UnitOrder): void {
  const { block, first, length } = part
  const { groups, lines } = block
  const { group: groupOf } = block.columns
  const { units } = found
  const places = rowsIn(first)
  const firstOf = rowsByGroup(groups.size)
  const fold = { part, found, open, order }
  const others: Others = new Map()
  for (let word = 0; word < length; word++) {
    const several = lines.bits[SEVERAL * lines.words + word] as number
    for (let rest = (open[word] as number) & several; rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      const group = groupOf[row] as number
      const known = (firstOf[group] as number) - 1
      units[places + row] = 1
      if (known < 0) firstOf[group] = row + 1
      else if (haveSamePrice(part, found, known, row)) firstOf[group] = joined(fold, known, row) + 1
      else foldOther(fold, row, others)
    }
  }
}

/** The same where units of a group have one price, in their order as it is kept with the block. */
export function foldKept({ first }: Part, { units }: Found, open: Int32Array, { rows }: NonNullable<KeptUnits>): void {
  const places = rowsIn(first)
  let ofGroup = NONE
  for (let at = 0; at < rows.length; at++) {
    const coded = rows[at] as number
    const row = coded < 0 ? ~coded : coded
    if (coded < 0) ofGroup = NONE
    const word = row >>> 5
    const bit = 1 << (row & 31)
    const bits = open[word] as number
    if ((bits & bit) === 0) continue
    if (ofGroup === NONE) {
      ofGroup = places + row
      units[ofGroup] = 1
    } else {
      open[word] = bits & ~bit
      units[ofGroup] = (units[ofGroup] as number) + 1
    }
  }
}

const NONE = -1

/** The same where, besides, all units of a group are there or none. */
export function foldWhole(length: number, open: Int32Array, { others }: NonNullable<KeptUnits>): void {
  for (let word = 0; word < length; word++) open[word] = (open[word] as number) & ~(others[word] as number)
}

/** A block's units in an order, which are kept with it. */
export function unitsIn(block: Block, order: UnitOrder): KeptUnits {
  const { kept } = block
  if (kept[order] === undefined) kept[order] = sortedUnits(block, order)
  return kept[order]
}

function sortedUnits({ columns, groups, lines, size }: Block, order: UnitOrder): KeptUnits {
  const length = wordsFor(size)
  const firstOf = rowsByGroup(groups.size)
  const next = new Int32Array(size).fill(NONE)
  const prices = TIERS.map(({ tier }) => columns[tier])
  const line = lines.bits.subarray(SEVERAL * lines.words, SEVERAL * lines.words + length)
  let count = 0
  for (const row of rowsOf(line)) {
    const group = columns.group[row] as number
    const first = (firstOf[group] as number) - 1
    const isOther = (codes: Int32Array) => first >= 0 && codes[row] !== codes[first]
    if (isOther(columns.company) || prices.some(isOther)) return null
    count += 1
    let before = NONE
    let after = first
    while (after >= 0 && isBefore(columns, order, after, row)) {
      before = after
      after = next[after] as number
    }
    next[row] = after
    if (before === NONE) firstOf[group] = row + 1
    else next[before] = row
  }
  const units = { rows: new Int32Array(count), others: new Int32Array(length) }
  let at = 0
  for (const row of rowsOf(line)) {
    if (firstOf[columns.group[row] as number] !== row + 1) continue
    units.rows[at++] = ~row
    for (let unit = next[row] as number; unit >= 0; unit = next[unit] as number) {
      units.rows[at++] = unit
      setBit(units.others, 0, unit, true)
    }
  }
  return units
}

function* rowsOf(words: Int32Array): Generator<number> {
  for (const [word, bits] of words.entries())
    for (let rest = bits; rest !== 0; rest &= rest - 1) yield rowsIn(word) + lowestBit(rest)
}

type Fold = { part: Part; found: Found; open: Int32Array; order: UnitOrder }

/** By group and price, the rows that stand for units whose group's first one has another price, because some have rules of their own. */
type Others = Map<string, number>

function foldOther(fold: Fold, row: number, others: Others): void {
  const { part, found } = fold
  const key = `${part.block.columns.group[row]} ${priceOf(found, part, row)}`
  const known = others.get(key)
  others.set(key, known === undefined ? row : joined(fold, known, row))
}

function haveSamePrice({ pricing }: Part, { prices }: Found, one: number, other: number): boolean {
  const place = placeIn(pricing, one)
  const another = placeIn(pricing, other)
  return place === another || priceAt(prices, place) === priceAt(prices, another)
}

/** Which one of two stands for both. */
function joined({ part, found, open, order }: Fold, known: number, row: number): number {
  const isFirst = isBefore(part.block.columns, order, row, known)
  const one = isFirst ? row : known
  const places = rowsIn(part.first)
  found.units[places + one] = (found.units[places + known] as number) + 1
  setBit(open, 0, isFirst ? known : row, false)
  return one
}

/** What units at the same price are sorted by. */
export function unitOrderOf({ ordering, city, pinnedOnly }: AdQuestion): UnitOrder {
  if (ordering === 'rating') return 'rating'
  return ordering === 'recommended' && (city !== undefined || pinnedOnly) ? 'pin' : 'score'
}

/** Whether one unit comes before another of its group at the same price. */
function isBefore(columns: Columns, order: UnitOrder, one: number, other: number): boolean {
  const { id, pin, score, ratingCount } = columns
  const isByRating = order === 'rating'
  let difference = 0
  if (isByRating) difference = ratingOf(columns, other) - ratingOf(columns, one)
  else if (order === 'pin') difference = (pin[one] as number) - (pin[other] as number)
  const second = isByRating ? ratingCount : score
  if (difference === 0) difference = (second[other] as number) - (second[one] as number)
  return (difference === 0 ? (id[one] as number) - (id[other] as number) : difference) < 0
}

/** By group, one more than its first row. Used again for the next block. */
let firsts = new Int32Array(0)

function rowsByGroup(groups: number): Int32Array {
  if (firsts.length < groups) firsts = new Int32Array(Math.ceil(groups * 1.25))
  return firsts.fill(0, 0, groups)
}
