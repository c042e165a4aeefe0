import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Columns } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Found, Part } from './fit.ts'
import { priceAt } from './price-tables.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion }

/**
 * Leaves one of the units of a group at one price, the first in the order, as `folded` does in SQL. What filters compare is the same for
 * all of them, and so is the mask. Returns the parts of what is left.
 */
export function foldUnits({ groups }: Fleet, { found, parts, requested }: Asked): Part[] {
  const { rows, masks, places, units, prices } = found
  const firstOf = firstsFor(groups.values.length)
  const atOtherPrice = new Map<string, number>()
  const isBefore = orderOf(requested)
  let size = 0
  const folded = parts.map(({ block, from, to }): Part => {
    const start = size
    const { columns } = block
    for (let at = from; at < to; at++) {
      const row = rows[at] as number
      const group = columns.group[row] as number
      const place = places[at] as number
      const known = knownAt(group, place)
      if (known === undefined) {
        rows[size] = row
        masks[size] = masks[at] as number
        places[size] = place
        units[size] = 1
        size += 1
      } else {
        units[known] = (units[known] as number) + 1
        if (isBefore(columns, row, rows[known] as number)) rows[known] = row
      }
    }
    return { block, from: start, to: size }
  })
  found.size = size
  return folded

  /** Where a unit of the group at this price is; otherwise what comes next is noted as theirs. */
  function knownAt(group: number, place: number): number | undefined {
    const first = firstOf[group] as number
    if (first === 0) {
      firstOf[group] = size + 1
      return undefined
    }
    const other = places[first - 1] as number
    if (other === place || priceAt(prices, other) === priceAt(prices, place)) return first - 1
    const key = `${group} ${priceAt(prices, place)}`
    const known = atOtherPrice.get(key)
    if (known === undefined) atOtherPrice.set(key, size)
    return known
  }
}

/** Whether one unit comes before another of its group at the same price. */
function orderOf({ ordering, city, pinnedOnly }: AdQuestion) {
  const arePinsFirst = ordering === 'recommended' && (city !== undefined || pinnedOnly)
  return ({ id, pin, score, ratingSum, ratingCount }: Columns, one: number, other: number): boolean => {
    const less = (column: Int32Array) => (column[one] as number) - (column[other] as number)
    const rating = (row: number) => (ratingSum[row] as number) / (ratingCount[row] as number) || 0
    const first = arePinsFirst ? less(pin) : ordering === 'rating' ? rating(other) - rating(one) : 0
    const second = ordering === 'rating' ? -less(ratingCount) : -less(score)
    return (first || second || less(id)) < 0
  }
}

/** By group, one more than where its first unit is. Used again by the next search. */
let firsts = new Int32Array(0)

function firstsFor(groups: number): Int32Array {
  if (firsts.length < groups) firsts = new Int32Array(Math.ceil(groups * 1.25))
  return firsts.fill(0, 0, groups)
}
