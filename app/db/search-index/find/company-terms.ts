import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { plansFor, type RentalPlan } from '#app/db/prices/rental-plans.ts'
import { tierOf, WHOLE_SHARE } from '#app/rules/money/price.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { placeOf } from '../fleet/places.ts'
import type { PriceTable, PriceTables } from './price-tables.ts'

/** Two bits, so that no vehicle with it fails at most one filter. */
const EXCLUDED = 0b11 << 28

/** How vehicles of a company are priced, and the bits of the filters that all of them fail, or EXCLUDED. */
export type Terms = { mask: number; prices: Float64Array; table: PriceTable }

type Shut = readonly { company_id: number; city_id: number }[]
/** When the rental of the question begins in the block's city; undefined without dates. */
type Asked = { requested: AdQuestion; shut: Shut; start: Date | undefined }

/** The terms of companies in a block by their code, each made when it is first needed, and those of rows with rules of their own, by row. */
export function termsIn(
  { fleet, tables, block }: { fleet: Fleet; tables: PriceTables; block: Block },
  { requested, shut, start }: Asked,
): { ofCompany: (code: number) => Terms; ofRows: [row: number, terms: Terms][] } {
  const { rental, ruleSets, city, currency: to, rate } = requested
  const plans = plansFor(ruleSets, rental, city)
  const usual = { days: rental.days, shares: [{ days: rental.days, share: WHOLE_SHARE }] }
  const { companies } = fleet
  const chosen = new Set(requested.companies)
  const shutHere = new Set(shut.filter(({ city_id }) => city_id === block.city).map(({ company_id }) => company_id))
  const made: (Terms | undefined)[] = new Array(companies.values.length)
  return {
    ofCompany(code) {
      const known = made[code] ?? make(code, plans.companies.get(companies.values[code] as number))
      made[code] = known
      return known
    },
    ofRows: [...plans.vehicles]
      .flatMap(([id, plan]): [number, Terms][] => {
        const place = placeOf(fleet.places, id)
        if (!place || fleet.blocks[place.block] !== block) return []
        return [[place.row, make(block.columns.company[place.row] as number, plan)]]
      })
      .sort(([one], [other]) => one - other),
  }

  function make(code: number, plan: RentalPlan | undefined): Terms {
    const company = companies.values[code] as number
    const isFailed = chosen.size > 0 && !chosen.has(company)
    const isExcluded = plan?.isRefused || shutHere.has(company) || isLate(plan)
    const from = companies.isEuro[code] ? 'EUR' : 'IRT'
    return {
      mask: (isFailed ? bitOf('company') : 0) | (isExcluded ? EXCLUDED : 0),
      prices: block.columns[tierOf((plan ?? usual).days)],
      table: tables({ from, to, rate, plan: plan ?? usual }),
    }
  }

  /** Whether the rental begins before the company would be ready. */
  function isLate(plan: RentalPlan | undefined): boolean {
    if (start === undefined || !plan?.lead_hours) return false
    return start.getTime() < requested.now.getTime() + plan.lead_hours * HOUR_MS
  }
}
