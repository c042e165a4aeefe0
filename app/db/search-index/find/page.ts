import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { FoundAd } from '#app/db/ad-search/search.ts'
import { TIERS, type TierPrices } from '#app/rules/money/price.ts'
import type { Columns } from '../fleet/block.ts'
import type { TraitValue } from '../fleet/combinations.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Details, TRAIT_GROUPS, type TraitColumn, type Traits } from '../fleet/listing.ts'
import { pictureAt } from '../fleet/pictures.ts'
import { type Found, type Part, priceOf, unitsOf } from './found.ts'
import { positionsInOrder } from './order.ts'
import type { PriceCounts } from './price-counts.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion; prices: PriceCounts }

/** The requested page, or the last one. */
export function pageOf(fleet: Fleet, asked: Asked, total: number): FoundAd[] {
  const { found, requested } = asked
  const { page, size } = requested
  const from = Math.min(page - 1, Math.floor((Math.max(total, 1) - 1) / size)) * size
  const to = Math.min(from + size, total)
  return positionsInOrder(fleet, asked, { from, to, total }).map(({ part, row }) => {
    const shown = priceOf(found, part, row)
    return { ...foundAd(fleet, part, row), shown, units: unitsOf(found, part, row) }
  })
}

function foundAd({ traits, companies, details, pictures, amounts }: Fleet, { block }: Part, row: number) {
  const { columns, city, category } = block
  return {
    ...{ id: columns.id[row] as number, category, city_id: city },
    company_id: companies.values[columns.company[row] as number] as number,
    ...traitsOf(traits, columns, row),
    ...(details.shown[columns.details[row] as number] as Details),
    picture: pictureAt(pictures, columns, row),
    ...{ rating_sum: columns.ratingSum[row] as number, rating_count: columns.ratingCount[row] as number },
    ...pricesOf(amounts, columns, row),
  }
}

function traitsOf(traits: Fleet['traits'], columns: Columns, row: number): Traits {
  const found: Partial<Record<TraitColumn, TraitValue>> = {}
  for (const group of TRAIT_GROUPS) {
    const number = columns[group][row] as number
    for (const { column, values, codes } of traits[group].columns)
      found[column] = values.values[codes[number] as number] as TraitValue
  }
  return found as Traits
}

function pricesOf(amounts: Fleet['amounts'], columns: Columns, row: number): TierPrices {
  const found: Partial<TierPrices> = {}
  for (const { tier } of TIERS) found[tier] = amounts[tier].values[columns[tier][row] as number] as number
  return found as TierPrices
}
