import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { type CurrencyCode, currencyOfId, FROM_DAYS } from '#app/rules/constants.ts'
import { rentPrice } from '#app/rules/money/price.ts'
import {
  daysAhead,
  lengthError,
  mergeRules,
  type PriceRules,
  sharesOf,
  usualRental,
} from '#app/rules/money/price-rules.ts'
import { instantOf, rentalDays } from '#app/rules/time/rental-time.ts'

/** The fields of a search, as the tests' random filters fill them. */
export type Requested = {
  city?: string
  categories: number[]
  start_date?: string
  end_date?: string
  brands: string[]
  models: string[]
  trims: string[]
  types: string[]
  company: number[]
  fuel_type: string[]
  gearbox_type: string[]
  trust_type: string[]
  vehicle_capacity: string[]
  properties: string[]
  from?: number
  to?: number
  load_capacity?: number
  seats?: number
  yearFrom?: number
  yearTo?: number
}

type Vehicle = Awaited<ReturnType<typeof readVehicles>>[number]
type Priced = Vehicle & { shown: number; total: number | null }

/**
 * A second implementation of the search to compare the real one with: it filters a list one vehicle at a time. It is slow and
 * plain, and shares only the rules of prices and of time with the real search.
 */
export async function adOracle(db: Kysely<DB>, rate: number, now = new Date()) {
  const rulesOf = await readRules(db)
  const vehicles = await readVehicles(db)
  const busy = Map.groupBy(
    await db.selectFrom('busy').select(['ad_id', 'start_at', 'end_at']).where('status', '>', 0).execute(),
    ({ ad_id }) => ad_id,
  )
  const today = now.toISOString().slice(0, 10)
  const usualRentals = new Map<PriceRules, ReturnType<typeof usualRental>>()
  const usualOf = (rules: PriceRules) => {
    const usual = usualRentals.get(rules) ?? usualRental(rules, { today, days: FROM_DAYS })
    usualRentals.set(rules, usual)
    return usual
  }
  const rentalOf = (vehicle: Vehicle, { start_date, end_date }: Requested) => {
    if (!start_date || !end_date) return usualOf(rulesOf(vehicle))
    const days = rentalDays({ date: start_date, time: '10:00' }, { date: end_date, time: '10:00' })
    return { start_date, days, ahead: daysAhead(now, start_date) }
  }
  const priceOf = (vehicle: Vehicle, requested: Requested, currency: CurrencyCode) => {
    const rental = rentalOf(vehicle, requested)
    const from = currencyOfId(vehicle.currency_id) ?? 'IRT'
    const shares = sharesOf(rulesOf(vehicle), rental)
    return rentPrice({ days: rental.days, shares, tiers: vehicle, from, to: currency, rate })
  }
  const isAllowed = (vehicle: Vehicle, requested: Requested) => {
    if (!requested.start_date || !requested.end_date) return true
    const rules = rulesOf(vehicle)
    const start = instantOf(requested.start_date, '10:00', vehicle.zone).getTime()
    const earliest = now.getTime() + (rules.lead_hours ?? 0) * 3_600_000
    return lengthError(rules, rentalOf(vehicle, requested)) === null && start >= earliest
  }
  const isFree = (vehicle: Vehicle, requested: Requested) => {
    if (!requested.start_date || !requested.end_date) return true
    const start = instantOf(requested.start_date, '10:00', vehicle.zone).getTime()
    const end = instantOf(requested.end_date, '10:00', vehicle.zone).getTime() + vehicle.turnaround_minutes * 60_000
    return !busy.get(vehicle.id)?.some((taken) => taken.start_at.getTime() < end && taken.end_at.getTime() > start)
  }
  const priced = new Map<string, Priced[]>()
  /** The vehicles that may be booked at that time. Many filters ask for the same time. */
  const pricedFor = (requested: Requested, currency: CurrencyCode) => {
    const key = `${requested.start_date} ${requested.end_date} ${currency}`
    const known =
      priced.get(key) ??
      vehicles
        .filter((vehicle) => isAllowed(vehicle, requested) && isFree(vehicle, requested))
        .map((vehicle) => {
          const { per_day: shown, total } = priceOf(vehicle, requested, currency)
          return { ...vehicle, shown, total: requested.start_date && requested.end_date ? total : null }
        })
    priced.set(key, known)
    return known
  }
  return {
    vehicles,
    /** The vehicles found, each with its price as shown, per day and in total; units of a group at one price as the first of them. */
    find(requested: Requested, currency: CurrencyCode) {
      const groups = new Map<string, Priced>()
      for (const vehicle of pricedFor(requested, currency)) {
        if (!matches(vehicle, requested)) continue
        const key = `${vehicle.unit_group} ${vehicle.shown}`
        const first = groups.get(key)
        if (!first || vehicle.id < first.id) groups.set(key, vehicle)
      }
      return [...groups.values()]
    },
  }
}

function matches(vehicle: Vehicle & { shown: number }, requested: Requested): boolean {
  const oneOf = (chosen: readonly unknown[], value: unknown) => chosen.length === 0 || chosen.includes(value)
  return (
    (requested.city === undefined || vehicle.city === requested.city) &&
    oneOf(requested.categories, vehicle.category) &&
    isOfMake(vehicle, requested) &&
    oneOf(requested.types, vehicle.type) &&
    oneOf(requested.company, vehicle.company_id) &&
    oneOf(requested.fuel_type, vehicle.fuel) &&
    oneOf(requested.gearbox_type, vehicle.gearbox) &&
    oneOf(requested.trust_type, vehicle.trust) &&
    oneOf(requested.vehicle_capacity, vehicle.seats >= 9 ? '9' : String(vehicle.seats)) &&
    requested.properties.every((slug) => vehicle.properties.includes(slug)) &&
    vehicle.shown >= (requested.from ?? 0) &&
    vehicle.shown <= (requested.to ?? Number.POSITIVE_INFINITY) &&
    vehicle.load_capacity >= (requested.load_capacity ?? 0) &&
    vehicle.seats >= (requested.seats ?? 0) &&
    vehicle.year >= (requested.yearFrom ?? 0) &&
    vehicle.year <= (requested.yearTo ?? 9999)
  )
}

/** The most precise choice within a brand counts: a trim beats a model, a model beats the brand alone. */
function isOfMake(vehicle: Vehicle, { brands, models, trims }: Requested): boolean {
  if (brands.length + models.length + trims.length === 0) return true
  const model = `${vehicle.brand}/${vehicle.model}`
  if (trims.some((trim) => trim.startsWith(`${model}/`))) return trims.includes(`${model}/${vehicle.trim}`)
  if (models.includes(model)) return true
  const isNarrowed = [...models, ...trims].some((chosen) => chosen.startsWith(`${vehicle.brand}/`))
  return !isNarrowed && brands.includes(vehicle.brand)
}

/** Reads all price rules; answers a function that gives those of a vehicle. */
async function readRules(db: Kysely<DB>): Promise<(vehicle: { id: number; company_id: number }) => PriceRules> {
  const rows = await db.selectFrom('price_rule').selectAll().execute()
  const seasons = await db.selectFrom('price_season').selectAll().orderBy('starts_on').execute()
  const of = (row: (typeof rows)[number] | undefined): PriceRules | null => {
    if (!row) return null
    const { last_minute_days, last_minute_percent, early_days, early_percent, ...rules } = row
    const late = { days: last_minute_days ?? 0, percent: last_minute_percent ?? 0 }
    const early = { days: early_days ?? 0, percent: early_percent ?? 0 }
    return {
      ...rules,
      seasons: seasons.filter(({ price_rule_id }) => price_rule_id === row.id),
      last_minute: last_minute_days === null ? null : late,
      early: early_days === null ? null : early,
    }
  }
  const known = new Map<number, PriceRules>()
  return ({ id, company_id }) => {
    const rules =
      known.get(id) ??
      mergeRules(
        of(rows.find((row) => row.company_id === company_id && row.ad_id === null)),
        of(rows.find((row) => row.ad_id === id)),
      )
    known.set(id, rules)
    return rules
  }
}

function readVehicles(db: Kysely<DB>) {
  return db
    .selectFrom('ad')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('body_type', 'body_type.id', 'ad.type_id')
    .select([
      'ad.id',
      'ad.category',
      'ad.company_id',
      'ad.fuel',
      'ad.gearbox',
      'ad.trust',
      'ad.seats',
      'ad.load_capacity',
    ])
    .select([
      'ad.unit_group',
      'ad.year',
      'ad.properties',
      'ad.p1',
      'ad.p3',
      'ad.p7',
      'ad.p14',
      'ad.p30',
      'ad.pinned',
      'ad.score',
    ])
    .select(['city.slug as city', 'city.zone', 'company.currency_id', 'company.turnaround_minutes'])
    .select(['brand.slug as brand', 'model.slug as model', 'trim.slug as trim', 'body_type.slug as type'])
    .where('ad.status', '=', 1)
    .execute()
}
