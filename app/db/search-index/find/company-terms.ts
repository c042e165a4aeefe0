import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { plansFor, type RentalPlan } from '#app/db/prices/rental-plans.ts'
import { WHOLE_SHARE } from '#app/rules/money/price.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { placeOf } from '../fleet/places.ts'
import type { PriceTable, PriceTables } from './price-tables.ts'

/** How a vehicle is priced, whether it may be rented, and the hours before the pick-up at which it must be booked. */
type Terms = { isRefused: boolean; table: PriceTable; leadHours: number }

/**
 * The terms of a block's vehicles: `codes` has for each row the place of its table, its company's or its own, and of whether it may be
 * rented; null where all may.
 */
export type BlockTerms = { codes: Int32Array; isRefused: readonly boolean[] | null; tables: readonly PriceTable[] }

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
  const usualTables = new Map<boolean, PriceTable>()
  const ofCompanies = companies.values.map((company, code) => make(code, plans.companies.get(company)))
  const companyTables = ofCompanies.map(({ table }) => table)
  const refused = ofCompanies.map(({ isRefused }) => isRefused)
  const usualRefused = refused.includes(true) ? refused : null
  const withLead = ofCompanies.flatMap(({ leadHours }, code) => (leadHours > 0 ? [{ code, leadHours }] : []))
  const ownPlans = byBlock(fleet, plans.vehicles)
  const shutIn = Map.groupBy(shut, ({ city_id }) => city_id)
  return (blockAt, start) => {
    const { city, columns, size } = fleet.blocks[blockAt] as Block
    const shutHere = shutIn.get(city) ?? []
    const shutCodes = new Set(shutHere.flatMap(({ company_id }) => companies.codes.get(company_id) ?? []))
    const late = withLead.filter(({ leadHours }) => isLate(leadHours, start)).map(({ code }) => code)
    const own = (ownPlans.get(blockAt) ?? []).map(({ row, plan }) => {
      const code = columns.company[row] as number
      const { isRefused, table, leadHours } = make(code, plan)
      return { row, table, isRefused: isRefused || shutCodes.has(code) || isLate(leadHours, start) }
    })
    if (own.length + shutCodes.size + late.length === 0)
      return { codes: columns.company, isRefused: usualRefused, tables: companyTables }
    const all = [...refused, ...own.map(({ isRefused }) => isRefused)]
    for (const code of [...shutCodes, ...late]) all[code] = true
    const isRefused = all.includes(true) ? all : null
    if (own.length === 0) return { codes: columns.company, isRefused, tables: companyTables }
    const codes = columns.company.slice(0, size)
    for (const [at, { row }] of own.entries()) codes[row] = refused.length + at
    return { codes, isRefused, tables: [...companyTables, ...own.map(({ table }) => table)] }
  }

  function make(code: number, plan: RentalPlan | undefined): Terms {
    return {
      isRefused: plan?.isRefused ?? false,
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
