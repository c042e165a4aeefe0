import quickselect from 'quickselect'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Found, Part } from './fit.ts'

/** What vehicles are sorted by, ascending; ties by id. By position in `Found`, of those that fail no filter. */
type Keys = { first: Float64Array; second: Float64Array; ids: Int32Array }
type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion }
type Compare = (one: number, other: number) => number

/** Which positions of `Found` stand from one place to another of the order. */
export function positionsInOrder(
  fleet: Fleet,
  { found, parts, requested }: Asked,
  { from, to, total }: { from: number; to: number; total: number },
): number[] {
  const keys = keysFor(found.size)
  for (const part of parts) fillKeys(fleet, part, found, keys, requested)
  const { first, second, ids } = keys
  const compare: Compare = (one, other) =>
    (first[one] as number) - (first[other] as number) ||
    (second[one] as number) - (second[other] as number) ||
    (ids[one] as number) - (ids[other] as number)
  // What is nearer to the end is found from there.
  if (from <= total - to) return part(found, { from, to }, compare)
  return part(found, { from: total - to, to: total - from }, (one, other) => compare(other, one)).reverse()
}

/** The keys of `ORDERS` in SQL. */
function fillKeys(
  { traits }: Fleet,
  { block, from, to }: Part,
  { rows, masks, shown }: Found,
  { first, second, ids }: Keys,
  { ordering, city, pinnedOnly }: AdQuestion,
) {
  const { id, pin, score, ratingSum, ratingCount, build } = block.columns
  const year = traits.build.columns.find(({ column }) => column === 'year')
  const years = year?.codes.map((code) => year.values.values[code] as number) ?? []
  const arePinsFirst = city !== undefined || pinnedOnly
  for (let at = from; at < to; at++) {
    if (masks[at] !== 0) continue
    const row = rows[at] as number
    ids[at] = id[row] as number
    second[at] = -(score[row] as number)
    if (ordering === 'cheapest') first[at] = shown[at] as number
    else if (ordering === 'priciest') first[at] = -(shown[at] as number)
    else if (ordering === 'newest') first[at] = -(years[build[row] as number] as number)
    else if (ordering === 'rating') {
      const count = ratingCount[row] as number
      first[at] = count === 0 ? 0 : -((ratingSum[row] as number) / count)
      second[at] = -count
    } else if (arePinsFirst) first[at] = pin[row] as number
    else {
      first[at] = -(score[row] as number)
      second[at] = id[row] as number
    }
  }
}

/** Positions that are kept before those beyond the wanted ones are dropped. */
const SPARE = 256

/** A part of the order, of which only the wanted positions are sorted. */
function part({ masks, size }: Found, { from, to }: { from: number; to: number }, compare: Compare): number[] {
  const kept: number[] = []
  const most = 2 * to + SPARE
  let last = -1
  for (let at = 0; at < size; at++) {
    if (masks[at] !== 0 || (last >= 0 && compare(at, last) > 0)) continue
    kept.push(at)
    if (kept.length < most) continue
    quickselect(kept, to - 1, 0, kept.length - 1, compare)
    kept.length = to
    last = kept[to - 1] as number
  }
  if (to < kept.length) quickselect(kept, to, 0, kept.length - 1, compare)
  if (from > 0 && from < to) quickselect(kept, from, 0, Math.min(to, kept.length) - 1, compare)
  return kept.slice(from, to).sort(compare)
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
