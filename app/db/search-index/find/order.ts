import quickselect from 'quickselect'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { lowestBit, rowsIn } from '../fleet/bits.ts'
import { type Columns, ratingOf } from '../fleet/block.ts'
import { codesOf, type Fleet, valuesIn } from '../fleet/fleet.ts'
import { type Found, type Part, priceOf } from './found.ts'
import { narrowByLines, stepsOf } from './narrow-by-lines.ts'
import { narrowByPrice } from './narrow-by-price.ts'
import { FEW, type Narrowed, type Span } from './narrowed.ts'
import type { PriceCounts } from './price-counts.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion; prices: PriceCounts }
/** A vehicle, by its part and row. */
type Position = { part: Part; row: number }

/** The vehicles from one place to another of the order. What is far from them in the order is neither priced nor compared. */
export function positionsInOrder(fleet: Fleet, asked: Asked, { total, ...span }: Span & { total: number }): Position[] {
  const { found, parts, requested } = asked
  const all = { words: found.fitting, ...span, count: total }
  if (total <= FEW) return sorted(fleet, asked, all)
  const steps = stepsOf(fleet, requested)
  const byLines = (some: Narrowed) => narrowByLines(parts, steps, some).flatMap((few) => sorted(fleet, asked, few))
  const isByPrice = requested.ordering === 'cheapest' || requested.ordering === 'priciest'
  if (!isByPrice) return byLines(all)
  return narrowByPrice(asked, { ...span, total }).flatMap((some) =>
    some.isOne ? byLines(some) : sorted(fleet, asked, some),
  )
}

/** The wanted ones of few, in order. */
function sorted(fleet: Fleet, { found, parts, requested }: Asked, { words, from, to }: Narrowed): Position[] {
  const positions = positionsIn(parts, words)
  const [first, second, ids] = keysOf(fleet, found, requested, positions)
  const compare = (one: number, other: number) =>
    (first[one] as number) - (first[other] as number) ||
    (second[one] as number) - (second[other] as number) ||
    (ids[one] as number) - (ids[other] as number)
  const order = positions.map((_, at) => at)
  if (to < order.length) quickselect(order, to, 0, order.length - 1, compare)
  if (from > 0 && from < to) quickselect(order, from, 0, Math.min(to, order.length) - 1, compare)
  return order
    .slice(from, to)
    .sort(compare)
    .map((at) => positions[at] as Position)
}

function positionsIn(parts: readonly Part[], words: Int32Array): Position[] {
  const positions: Position[] = []
  for (const part of parts)
    for (let word = 0; word < part.length; word++)
      for (let rest = words[part.first + word] as number; rest !== 0; rest &= rest - 1)
        positions.push({ part, row: rowsIn(word) + lowestBit(rest) })
  return positions
}

/** What vehicles are sorted by, ascending, as by `ORDERS` in SQL; ties by id. */
function keysOf(fleet: Fleet, found: Found, requested: AdQuestion, positions: readonly Position[]) {
  const { ordering, city, pinnedOnly } = requested
  const keys = [0, 1, 2].map(() => new Float64Array(positions.length)) as [Float64Array, Float64Array, Float64Array]
  const [years, codes] = [valuesIn(fleet, 'year'), codesOf(fleet, 'year')]
  const arePinsFirst = city !== undefined || pinnedOnly
  const firstOf = (part: Part, columns: Columns, row: number): number => {
    if (ordering === 'cheapest') return priceOf(found, part, row)
    if (ordering === 'priciest') return -priceOf(found, part, row)
    if (ordering === 'newest') return -(years[codes[columns.build[row] as number] as number] as number)
    if (ordering === 'rating') return -ratingOf(columns, row)
    return arePinsFirst ? (columns.pin[row] as number) : -(columns.score[row] as number)
  }
  const [first, second, ids] = keys
  for (const [at, { part, row }] of positions.entries()) {
    const { columns } = part.block
    first[at] = firstOf(part, columns, row)
    second[at] = -((ordering === 'rating' ? columns.ratingCount : columns.score)[row] as number)
    ids[at] = columns.id[row] as number
  }
  return keys
}
