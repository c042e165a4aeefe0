import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { FoundAd } from '#app/db/ad-search/search.ts'
import type { Tier } from '#app/rules/money/price.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Details, KIND_COLUMNS, type Kind } from '../fleet/listing.ts'
import { pictureAt } from '../fleet/pictures.ts'
import type { Fit, Found } from './fit.ts'

/** What vehicles are sorted by, ascending, in the order of `Found`. */
export type Keys = { first: Float64Array; second: Float64Array; ids: Int32Array }
type Compare = (one: number, other: number) => number

/** The requested page, or the last one. */
export function pageOf(
  fleet: Fleet,
  { fits, found, keys, requested }: { fits: readonly Fit[]; found: Found; keys: Keys; requested: AdQuestion },
): FoundAd[] {
  const { page, size } = requested
  const total = found.size
  const from = Math.min(page - 1, Math.floor((Math.max(total, 1) - 1) / size)) * size
  for (const fit of fits) sortKeys(fleet, fit, found, keys, requested)
  return sortedPart(keys, { total, from, to: Math.min(from + size, total) }).map((at) => {
    const fit = fits.find(({ to }) => at < to) as Fit
    return foundAd(fleet, fit.block, found.rows[at] as number, found.shown[at] as number)
  })
}

/** The keys of `ORDERS` in SQL. */
function sortKeys(
  { values }: Fleet,
  { block, from, to }: Fit,
  { rows, shown }: Found,
  { first, second, ids }: Keys,
  asked: AdQuestion,
) {
  const { id, pin, score, ratingSum, ratingCount, kind } = block.columns
  const { ordering, city, pinnedOnly } = asked
  const years = values.year.values
  const arePinsFirst = city !== undefined || pinnedOnly
  for (let at = from; at < to; at++) {
    const row = rows[at] as number
    ids[at] = id[row] as number
    second[at] = -(score[row] as number)
    if (ordering === 'cheapest') first[at] = shown[at] as number
    else if (ordering === 'priciest') first[at] = -(shown[at] as number)
    else if (ordering === 'newest') first[at] = -(years[block.kindCodes.year[kind[row] as number] as number] as number)
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

/** What stands at some positions of the order. What is nearer to the end is found from there. */
function sortedPart(keys: Keys, { total, from, to }: { total: number; from: number; to: number }): number[] {
  const { first, second, ids } = keys
  const compare: Compare = (one, other) =>
    (first[one] as number) - (first[other] as number) ||
    (second[one] as number) - (second[other] as number) ||
    (ids[one] as number) - (ids[other] as number)
  if (from <= total - to) return firstOf(total, to, compare).slice(from)
  const ending = firstOf(total, total - from, (one, other) => compare(other, one))
  return ending.reverse().slice(0, to - from)
}

/** The first `count` of `total`, sorted, without sorting the others. */
function firstOf(total: number, count: number, compare: Compare): number[] {
  const kept: number[] = []
  const most = 2 * count + 256
  let last = -1
  for (let at = 0; at < total; at++) {
    if (last >= 0 && compare(at, last) > 0) continue
    kept.push(at)
    if (kept.length < most) continue
    kept.sort(compare)
    kept.length = count
    last = kept[count - 1] as number
  }
  return kept.sort(compare).slice(0, count)
}

function foundAd(fleet: Fleet, block: Block, row: number, shown: number): FoundAd {
  const { columns, city, category } = block
  const kind = columns.kind[row] as number
  const facts = KIND_COLUMNS.map((column) => [
    column,
    fleet.values[column].values[block.kindCodes[column][kind] as number],
  ])
  const price = (tier: Tier) => columns[tier][row] as number
  return {
    ...{ id: columns.id[row] as number, category, city_id: city },
    company_id: fleet.companies.values[columns.company[row] as number] as number,
    ...(Object.fromEntries(facts) as Kind),
    ...(fleet.details.shown[columns.details[row] as number] as Details),
    picture: pictureAt(fleet.pictures, columns, row),
    ...{ rating_sum: columns.ratingSum[row] as number, rating_count: columns.ratingCount[row] as number },
    ...{ p1: price('p1'), p3: price('p3'), p7: price('p7'), p14: price('p14'), p30: price('p30'), shown },
  }
}
