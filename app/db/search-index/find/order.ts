import quickselect from 'quickselect'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Found, Part } from './fit.ts'
import { priceAt } from './price-tables.ts'

/** What vehicles are sorted by, ascending; ties by id. By position in `Found`, of those that may be among the wanted ones. */
type Keys = { first: Float64Array; second: Float64Array; ids: Int32Array }
type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion }
/** The wanted positions, and those that may be among them; -1 as `sign` is the order from its end. */
type Selection = {
  kept: number[]
  to: number
  sign: 1 | -1
  last: number
  compare: (one: number, other: number) => number
}

/** Which positions of `Found` stand from one place to another of the order. */
export function positionsInOrder(
  fleet: Fleet,
  { found, parts, requested }: Asked,
  { from, to, total }: { from: number; to: number; total: number },
): number[] {
  const { first, second, ids } = keysFor(found.size)
  const compare = (one: number, other: number) =>
    (first[one] as number) - (first[other] as number) ||
    (second[one] as number) - (second[other] as number) ||
    (ids[one] as number) - (ids[other] as number)
  // What is nearer to the end is found from there.
  const isFromEnd = from > total - to
  const [begin, end] = isFromEnd ? [total - to, total - from] : [from, to]
  const selection: Selection = { kept: [], to: end, sign: isFromEnd ? -1 : 1, last: -1, compare }
  for (const part of parts) selectIn(fleet, part, found, selection, requested)
  const { kept } = selection
  if (end < kept.length) quickselect(kept, end, 0, kept.length - 1, compare)
  if (begin > 0 && begin < end) quickselect(kept, begin, 0, end - 1, compare)
  const sorted = kept.slice(begin, end).sort(compare)
  return isFromEnd ? sorted.reverse() : sorted
}

/** Keeps those of a block that may be among the wanted ones, by the keys of `ORDERS` in SQL. */
function selectIn(
  { traits }: Fleet,
  { block, from, to }: Part,
  { rows, masks, places, prices }: Found,
  selection: Selection,
  { ordering, city, pinnedOnly }: AdQuestion,
) {
  const { id, pin, score, ratingSum, ratingCount, build } = block.columns
  const { first, second, ids } = keys
  const { sign } = selection
  const year = traits.build.columns.find(({ column }) => column === 'year')
  const years = year?.codes.map((code) => year.values.values[code] as number) ?? []
  const arePinsFirst = city !== undefined || pinnedOnly
  let { lastFirst, lastSecond } = lastOf(selection)
  for (let at = from; at < to; at++) {
    if (masks[at] !== 0) continue
    const row = rows[at] as number
    let one = 0
    let other = 0 - (score[row] as number)
    if (ordering === 'cheapest') one = priceAt(prices, places[at] as number)
    else if (ordering === 'priciest') one = 0 - priceAt(prices, places[at] as number)
    else if (ordering === 'newest') one = 0 - (years[build[row] as number] as number)
    else if (ordering === 'rating') {
      const count = ratingCount[row] as number
      one = count === 0 ? 0 : 0 - (ratingSum[row] as number) / count
      other = 0 - count
    } else if (arePinsFirst) one = pin[row] as number
    else {
      one = other
      other = id[row] as number
    }
    one *= sign
    other *= sign
    if (one > lastFirst || (one === lastFirst && other > lastSecond)) continue
    first[at] = one
    second[at] = other
    ids[at] = sign * (id[row] as number)
    selection.kept.push(at)
    if (dropOthers(selection)) ({ lastFirst, lastSecond } = lastOf(selection))
  }
}

/** Positions that are kept before those beyond the wanted ones are dropped. */
const SPARE = 256

function dropOthers(selection: Selection): boolean {
  const { kept, to, compare } = selection
  if (kept.length < 2 * to + SPARE) return false
  quickselect(kept, to - 1, 0, kept.length - 1, compare)
  kept.length = to
  selection.last = kept[to - 1] as number
  return true
}

/** The keys beyond which nothing is wanted. */
function lastOf({ last }: Selection) {
  if (last < 0) return { lastFirst: Number.POSITIVE_INFINITY, lastSecond: Number.POSITIVE_INFINITY }
  return { lastFirst: keys.first[last] as number, lastSecond: keys.second[last] as number }
}

/** Used again by the next search. */
const keys: Keys = { first: new Float64Array(0), second: new Float64Array(0), ids: new Int32Array(0) }

function keysFor(size: number): Keys {
  if (keys.ids.length < size) {
    keys.first = new Float64Array(size)
    keys.second = new Float64Array(size)
    keys.ids = new Int32Array(size)
  }
  return keys
}
