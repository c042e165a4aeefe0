import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Columns } from '../fleet/block.ts'
import type { Found, Part } from './fit.ts'
import { priceAt } from './price-tables.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion }

/** The mask of a unit that another one of its group stands for: more than one bit, so that it fails more than any filter. */
const FOLDED = 0b11 << 28

/**
 * Leaves one of the units of a group at one price, the first in the order, as `folded` does in SQL. What filters compare is the same for
 * all of them, and so is the mask. The others keep their places, and count nowhere (`FOLDED`).
 */
export function foldUnits({ found, parts, requested }: Asked): void {
  const { rows, masks, units } = found
  units.fill(1, 0, found.size)
  for (const { block, from, to } of parts) {
    const { columns, groups } = block
    const { counts } = groups
    const firstOf = firstsFor(counts.length)
    const others = new Map<string, number>()
    for (let at = from; at < to; at++) {
      const row = rows[at] as number
      const group = columns.group[row] as number
      if ((counts[group] as number) < 2) continue
      const first = firstOf[group] as number
      const known = first === 0 ? undefined : unitAt(found, { first: first - 1, at, group, others })
      if (known !== undefined) {
        units[known] = (units[known] as number) + 1
        masks[at] = FOLDED
        if (isBefore(columns, requested, row, rows[known] as number)) rows[known] = row
      } else if (first === 0) firstOf[group] = at + 1
      else others.set(keyOf(found, group, at), at)
    }
  }
}

type Unit = { first: number; at: number; group: number; others: ReadonlyMap<string, number> }

/** Where a unit of the same group at the same price is, if there is one. */
function unitAt(found: Found, { first, at, group, others }: Unit): number | undefined {
  const { places, prices } = found
  const [one, other] = [places[first] as number, places[at] as number]
  if (one === other || priceAt(prices, one) === priceAt(prices, other)) return first
  return others.get(keyOf(found, group, at))
}

function keyOf({ places, prices }: Found, group: number, at: number): string {
  return `${group} ${priceAt(prices, places[at] as number)}`
}

/** Whether one unit comes before another of its group at the same price. */
function isBefore(
  { id, pin, score, ratingSum, ratingCount }: Columns,
  { ordering, city, pinnedOnly }: AdQuestion,
  one: number,
  other: number,
): boolean {
  const arePinsFirst = ordering === 'recommended' && (city !== undefined || pinnedOnly)
  const less = (column: Int32Array) => (column[one] as number) - (column[other] as number)
  const rating = (row: number) => (ratingSum[row] as number) / (ratingCount[row] as number) || 0
  const first = arePinsFirst ? less(pin) : ordering === 'rating' ? rating(other) - rating(one) : 0
  const second = ordering === 'rating' ? -less(ratingCount) : -less(score)
  return (first || second || less(id)) < 0
}

/** By group, one more than where its first unit is. Used again by the next search. */
let firsts = new Int32Array(0)

function firstsFor(groups: number): Int32Array {
  if (firsts.length < groups) firsts = new Int32Array(Math.ceil(groups * 1.25))
  return firsts.fill(0, 0, groups)
}
