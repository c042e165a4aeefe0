import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { TIERS } from '#app/rules/money/price.ts'
import { lowestBit, rowsIn, setBit } from '../fleet/bits.ts'
import { type Block, type Columns, ratingOf, type UnitOrder } from '../fleet/block.ts'
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
  const firstOf = firstsFor(groups.counts.length)
  const others: Others = new Map()
  for (let word = 0; word < length; word++) {
    const several = lines.bits[SEVERAL * lines.words + word] as number
    for (let rest = (open[word] as number) & several; rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      const group = groupOf[row] as number
      const known = (firstOf[group] as number) - 1
      units[places + row] = 1
      if (known < 0) firstOf[group] = row + 1
      else if (!haveSamePrice(part, found, known, row)) foldOther(part, found, row, others, open, order)
      else firstOf[group] = joined(part, found, known, row, open, order) + 1
    }
  }
}

/**
 * The same where all units of a group are there or none, at one price: which of them is the first is kept with the block. False if that is not
 * known, because units have different prices.
 */
export function foldWhole({ block, length }: Part, open: Int32Array, order: UnitOrder): boolean {
  block.kept.others[order] ??= othersIn(block, length, order)
  const others = block.kept.others[order]
  if (others.length === 0) return false
  for (let word = 0; word < length; word++) open[word] = (open[word] as number) & ~(others[word] as number)
  return true
}

const NOT_KNOWN = new Int32Array(0)

/** The rows that are not the first one of their group. */
function othersIn({ columns, groups, lines }: Block, length: number, order: UnitOrder): Int32Array {
  const firstOf = firstsFor(groups.counts.length)
  const others = new Int32Array(length)
  const prices = TIERS.map(({ tier }) => columns[tier])
  for (let word = 0; word < length; word++)
    for (let rest = lines.bits[SEVERAL * lines.words + word] as number; rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      const group = columns.group[row] as number
      const known = (firstOf[group] as number) - 1
      if (known < 0) {
        firstOf[group] = row + 1
        continue
      }
      if (prices.some((codes) => codes[row] !== codes[known]) || columns.company[row] !== columns.company[known])
        return NOT_KNOWN
      const isFirst = isBefore(columns, order, row, known)
      setBit(others, 0, isFirst ? known : row, true)
      if (isFirst) firstOf[group] = row + 1
    }
  return others
}

/** By group and price, the rows that stand for units whose group's first one has another price, because some have rules of their own. */
type Others = Map<string, number>

function foldOther(part: Part, found: Found, row: number, others: Others, open: Int32Array, order: UnitOrder): void {
  const key = `${part.block.columns.group[row]} ${priceOf(found, part, row)}`
  const known = others.get(key)
  others.set(key, known === undefined ? row : joined(part, found, known, row, open, order))
}

function haveSamePrice({ pricing }: Part, { prices }: Found, one: number, other: number): boolean {
  const place = placeIn(pricing, one)
  const another = placeIn(pricing, other)
  return place === another || priceAt(prices, place) === priceAt(prices, another)
}

/** Which one of two stands for both. */
function joined(part: Part, found: Found, known: number, row: number, open: Int32Array, order: UnitOrder): number {
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

/** By group, one more than the row that stands for its units. Used again for the next block. */
let firsts = new Int32Array(0)

function firstsFor(groups: number): Int32Array {
  if (firsts.length < groups) firsts = new Int32Array(Math.ceil(groups * 1.25))
  return firsts.fill(0, 0, groups)
}
