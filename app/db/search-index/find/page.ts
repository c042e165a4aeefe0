import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { FoundAd } from '#app/db/ad-search/search.ts'
import { TIERS, type TierPrices } from '#app/rules/money/price.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Details, TRAIT_GROUPS, type Traits } from '../fleet/listing.ts'
import { pictureAt } from '../fleet/pictures.ts'
import type { Found, Part } from './fit.ts'
import { positionsInOrder } from './order.ts'
import { priceAt } from './price-tables.ts'

/** The requested page, or the last one. */
export function pageOf(
  fleet: Fleet,
  { found, parts, requested, total }: { found: Found; parts: readonly Part[]; requested: AdQuestion; total: number },
): FoundAd[] {
  const { page, size } = requested
  const from = Math.min(page - 1, Math.floor((Math.max(total, 1) - 1) / size)) * size
  const to = Math.min(from + size, total)
  return positionsInOrder(fleet, { found, parts, requested }, { from, to, total }).map((at) => {
    const part = parts.find(({ to }) => at < to) as Part
    const shown = priceAt(found.prices, found.places[at] as number)
    return { ...foundAd(fleet, part, found.rows[at] as number), shown, units: found.units[at] as number }
  })
}

function foundAd(fleet: Fleet, { block: { columns, city, category } }: Part, row: number) {
  const traits = TRAIT_GROUPS.flatMap((group) =>
    fleet.traits[group].columns.map(({ column, values, codes }) => [
      column,
      values.values[codes[columns[group][row] as number] as number],
    ]),
  )
  const prices = TIERS.map(({ tier }) => [tier, fleet.amounts[tier].values[columns[tier][row] as number]])
  return {
    ...{ id: columns.id[row] as number, category, city_id: city },
    company_id: fleet.companies.values[columns.company[row] as number] as number,
    ...(Object.fromEntries(traits) as Traits),
    ...(fleet.details.shown[columns.details[row] as number] as Details),
    picture: pictureAt(fleet.pictures, columns, row),
    ...{ rating_sum: columns.ratingSum[row] as number, rating_count: columns.ratingCount[row] as number },
    ...(Object.fromEntries(prices) as TierPrices),
  }
}
