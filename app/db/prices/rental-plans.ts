import { FROM_DAYS, MONTHLY_RENTAL_DAYS } from '#app/rules/constants.ts'
import { type DayShare, WHOLE_SHARE } from '#app/rules/money/price.ts'
import {
  daysAhead,
  lengthError,
  type PriceRules,
  type RuledRental,
  sharesOf,
  usualRental,
} from '#app/rules/money/price-rules.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import type { RuleSets } from './price-rules.ts'

/** The effect of price rules on a rental: how many days at which share of the tier's price, and whether it may be booked. */
export type RentalPlan = {
  days: number
  shares: DayShare[]
  isRefused: boolean
  lead_hours: number
}

/** The companies' plans that differ from a rental without rules, and the vehicles' plans that differ from their company's. */
export type RentalPlans = {
  companies: ReadonlyMap<number, RentalPlan>
  vehicles: ReadonlyMap<number, RentalPlan>
}

/** The rental of certain dates, or a usual one of this many days. */
export type PlannedRental = RuledRental | { today: CalendarDate; days: number }

/** A usual rental, booked now; of a month where monthly rentals are searched. */
export function usualAt(now: Date, isMonthly = false): PlannedRental {
  return { today: now.toISOString().slice(0, 10), days: isMonthly ? MONTHLY_RENTAL_DAYS : FROM_DAYS }
}

/** The rental of certain dates, booked now. */
export function datedAt(now: Date, { start_date, days }: { start_date: CalendarDate; days: number }): PlannedRental {
  return { start_date, days, ahead: daysAhead(now, start_date) }
}

const MOST_KEPT = 200

const kept = new WeakMap<RuleSets, Map<string, RentalPlans>>()

/** The plans of all companies and vehicles for a rental, in one city or everywhere. Cached by rental. */
export function plansFor(sets: RuleSets, rental: PlannedRental, city?: number): RentalPlans {
  const known = kept.get(sets) ?? new Map<string, RentalPlans>()
  kept.set(sets, known)
  const key = `${Object.values(rental).join(' ')} ${city}`
  const found = known.get(key) ?? readPlans(sets, rental, city)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(key, found)
  return found
}

/** The plan of one vehicle; null when no rule affects the rental. */
export function planOf(plans: RentalPlans, ad: { id: number; company_id: number }): RentalPlan | null {
  return plans.vehicles.get(ad.id) ?? plans.companies.get(ad.company_id) ?? null
}

/** The plan of a rental under some rules. A usual rental is first adjusted to what they allow. */
export function planRental(rules: PriceRules, rental: PlannedRental): RentalPlan {
  const isUsual = 'today' in rental
  const planned = isUsual ? usualRental(rules, rental) : rental
  return {
    days: planned.days,
    shares: sharesOf(rules, planned),
    isRefused: lengthError(rules, planned) !== null,
    lead_hours: isUsual ? 0 : (rules.lead_hours ?? 0),
  }
}

function readPlans({ companies, vehicles }: RuleSets, rental: PlannedRental, inCity?: number): RentalPlans {
  const ofCompanies = new Map<number, RentalPlan>()
  for (const [company, rules] of companies) {
    const plan = planRental(rules, rental)
    if (!isPlain(plan, rental.days)) ofCompanies.set(company, plan)
  }
  const ofVehicles = new Map<number, RentalPlan>()
  for (const [ad, { company, city, rules }] of vehicles) {
    if (inCity !== undefined && city !== inCity) continue
    const plan = planRental(rules, rental)
    const usual = ofCompanies.get(company)
    if (usual ? JSON.stringify(plan) !== JSON.stringify(usual) : !isPlain(plan, rental.days)) ofVehicles.set(ad, plan)
  }
  return { companies: ofCompanies, vehicles: ofVehicles }
}

function isPlain(plan: RentalPlan, days: number): boolean {
  const [only, another] = plan.shares
  const isWhole = only?.share === WHOLE_SHARE && !another
  return isWhole && plan.days === days && !plan.isRefused && plan.lead_hours === 0
}
