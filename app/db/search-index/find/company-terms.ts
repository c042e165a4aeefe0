import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { plansFor, type RentalPlan } from '#app/db/prices/rental-plans.ts'
import { WHOLE_SHARE } from '#app/rules/money/price.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { placeOf } from '../fleet/places.ts'
import type { PriceTable, PriceTables } from './price-tables.ts'

/** Two bits, so that no vehicle with it fails at most one filter. */
const EXCLUDED = 0b11 << 28

/** How a vehicle is priced, the bits of the company's filter, and the hours before the pick-up at which it must be booked. */
type Terms = { mask: number; table: PriceTable; leadHours: number }

/** The terms of a block's vehicles: `codes` has for each row the place of its mask, if any has one, and its table, its company's or its own. */
export type BlockTerms = { codes: Int32Array; masks: Int32Array | null; tables: readonly PriceTable[] }

type Shut = readonly { company_id: number; city_id: number }[]

/** The terms of all companies, made once, and of each block as it is asked for. `start` is when the rental begins there, undefined without dates. */
export function termsOf(
  { fleet, tables }: { fleet: Fleet; tables: PriceTables },
  { requested, shut }: { requested: AdQuestion; shut: Shut },
): (blockAt: number, start: Date | undefined) => BlockTerms {
  const { rental, ruleSets, city, currency: to, rate, now } = requested
  const plans = plansFor(ruleSets, rental, city)
  const usual = { days: rental.days, shares: [{ days: rental.days, share: WHOLE_SHARE }] }
  const { companies } = fleet
  const chosen = new Set(requested.companies)
  const usualTables = new Map<boolean, PriceTable>()
  const ofCompanies = companies.values.map((company, code) => make(code, plans.companies.get(company)))
  const companyTables = ofCompanies.map(({ table }) => table)
  const companyMasks = Int32Array.from(ofCompanies.map(({ mask }) => mask))
  const usualMasks = companyMasks.some((mask) => mask !== 0) ? companyMasks : null
  const withLead = ofCompanies.flatMap(({ leadHours }, code) => (leadHours > 0 ? [{ code, leadHours }] : []))
  const ownPlans = byBlock(fleet, plans.vehicles)
  return (blockAt, start) => {
    const { city, columns, size } = fleet.blocks[blockAt] as Block
    const shutHere = shut.filter(({ city_id }) => city_id === city)
    const shutCodes = new Set(shutHere.flatMap(({ company_id }) => companies.codes.get(company_id) ?? []))
    const late = withLead.filter(({ leadHours }) => isLate(leadHours, start)).map(({ code }) => code)
    const own = (ownPlans.get(blockAt) ?? []).map(({ row, plan }) => {
      const code = columns.company[row] as number
      const { mask, table, leadHours } = make(code, plan)
      return { row, table, mask: shutCodes.has(code) || isLate(leadHours, start) ? EXCLUDED : mask }
    })
    if (own.length + shutCodes.size + late.length === 0)
      return { codes: columns.company, masks: usualMasks, tables: companyTables }
    const masks = Int32Array.from([...companyMasks, ...own.map(({ mask }) => mask)])
    for (const code of [...shutCodes, ...late]) masks[code] = EXCLUDED
    const codes = own.length > 0 ? columns.company.slice(0, size) : columns.company
    for (const [at, { row }] of own.entries()) codes[row] = companyMasks.length + at
    return { codes, masks, tables: [...companyTables, ...own.map(({ table }) => table)] }
  }

  function make(code: number, plan: RentalPlan | undefined): Terms {
    const isFailed = chosen.size > 0 && !chosen.has(companies.values[code] as number)
    return {
      mask: plan?.isRefused ? EXCLUDED : isFailed ? bitOf('company') : 0,
      table: plan ? tableFor(code, plan) : usualTable(code),
      leadHours: plan?.lead_hours ?? 0,
    }
  }

  function usualTable(code: number): PriceTable {
    const isEuro = companies.isEuro[code] as boolean
    const table = usualTables.get(isEuro) ?? tableFor(code, usual)
    usualTables.set(isEuro, table)
    return table
  }

  function tableFor(code: number, plan: Pick<RentalPlan, 'days' | 'shares'>): PriceTable {
    return tables(fleet, { from: companies.isEuro[code] ? 'EUR' : 'IRT', to, rate, plan })
  }

  /** Whether the rental begins before the company would be ready. */
  function isLate(leadHours: number, start: Date | undefined): boolean {
    return start !== undefined && leadHours > 0 && start.getTime() < now.getTime() + leadHours * HOUR_MS
  }
}

/** The plans of vehicles by block. */
function byBlock({ places }: Fleet, plans: ReadonlyMap<number, RentalPlan>) {
  const found = new Map<number, { row: number; plan: RentalPlan }[]>()
  for (const [id, plan] of plans) {
    const place = placeOf(places, id)
    if (!place) continue
    const known = found.get(place.block)
    if (known) known.push({ row: place.row, plan })
    else found.set(place.block, [{ row: place.row, plan }])
  }
  return found
}
