import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import { artworkKey, type Paint } from '#app/rules/text/picture.ts'
import { adSearchText } from '../../ad-search-text.ts'
import { type BodySlug, bodyTypeOf } from '../catalogue/body-types.ts'
import type { Market } from '../catalogue/model-line.ts'
import { type CatalogueModel, catalogue } from '../catalogue/rows.ts'
import { shapeOf } from '../catalogue/shapes.ts'
import { companies, type DemonstrationCompany } from '../companies/companies.ts'
import { TOMAN_PER_EURO } from '../currencies.ts'
import type { Row } from '../insert-rows.ts'
import { cityOf } from '../places/cities.ts'
import { type Chance, chanceOf } from '../random.ts'
import { aboutOf } from './abouts.ts'
import { guaranteeOf } from './guarantee.ts'
import { pricesOf } from './prices.ts'
import { propertiesOf } from './properties.ts'

/** Colours of vehicles; common ones are listed several times. */
const COLOURS: Paint[] = [
  ...repeat('white', 5),
  ...repeat('silver', 3),
  ...repeat('grey', 3),
  ...repeat('black', 3),
  ...repeat('blue', 2),
  ...repeat('red', 2),
  'turquoise',
  'yellow',
  'orange',
  'green',
  'beige',
  'brown',
]

const MARKETS: Record<number, Market> = { 1: 'ir', 2: 'tr', 3: 'ae', 4: 'de' }
const MOTOR_TYPES: BodySlug[] = ['motorbike', 'scooter']

/** Every listing without its ratings, company by company. */
export function fleet(): Row<'ad'>[] {
  const ads = companies.flatMap((company) =>
    Object.entries(company.fleet).flatMap(([city, count]) => vehiclesOf(company, city, count)),
  )
  return ads.map((ad, index) => ({ id: index + 1, ...ad }))
}

function vehiclesOf(company: DemonstrationCompany, city: string, count: number): Row<'ad'>[] {
  const chance = chanceOf(company.id * 104_729 + Number(cityOf(city).id))
  const level = chance.between(94, 108)
  const models = modelsFor(company, city)
  return Array.from({ length: count }, (_, index) => {
    const model = models[index % models.length] ?? chance.pick(models)
    return vehicleOf({ company, city, model, level, number: index + 1, chance })
  })
}

/** The models that a company has in a city, in random order; frequent models appear several times. */
function modelsFor({ id, trade, inToman }: DemonstrationCompany, city: string): CatalogueModel[] {
  const market = MARKETS[cityOf(city).country_id]
  const offered = catalogue.filter((model) => {
    if (!market || !model.markets.includes(market)) return false
    const price = inToman ? model.price.ir : model.price.eur
    if (!price) return false
    if (MOTOR_TYPES.includes(model.type)) return trade === 'motorbikes'
    if (trade === 'luxury') return price >= (inToman ? 4500 : 50)
    return trade === 'cars' && price <= (inToman ? 7000 : 90)
  })
  const weighted = offered.flatMap((model) => Array.from({ length: model.share ?? 1 }, () => model))
  return chanceOf(id * 31_337).some(weighted, weighted.length)
}

function vehicleOf(vehicle: {
  company: DemonstrationCompany
  city: string
  model: CatalogueModel
  level: number
  number: number
  chance: Chance
}): Row<'ad'> {
  const { company, model, level, number, chance } = vehicle
  const { inToman } = company
  const city = cityOf(vehicle.city)
  const type = bodyTypeOf(model.type)
  const motor = type.category === CATEGORY.MOTOR
  const trim = model.trimRows.length > 0 && chance.odds(75) ? chance.pick(model.trimRows) : null
  const [oldest, newest] = model.years
  const year = chance.between(Math.max(oldest, newest - 6), newest)
  const newness = newest === oldest ? 1 : (year - oldest) / (newest - oldest)
  const base = (inToman ? model.price.ir : model.price.eur) ?? 0
  const prices = pricesOf({ base, inToman, newness, level, chance })
  const dear = prices.p1 > (inToman ? 4_000_000 : 5000)
  const colour = chance.pick(COLOURS)
  return {
    company_id: company.id,
    reference: `${vehicle.city.slice(0, 3).toUpperCase()}-${String(number).padStart(3, '0')}`,
    city_id: Number(city.id),
    category: type.category,
    brand_id: model.row.brand_id,
    model_id: Number(model.row.id),
    trim_id: trim ? Number(trim.id) : null,
    type_id: type.id,
    colour,
    plate: plateOf({ city: vehicle.city, inToman, seed: company.id * 97 + number * 7919 }),
    drawing: artworkKey(shapeOf(model), colour),
    year,
    gearbox: model.gearbox,
    fuel: model.fuel,
    fuel_rule:
      model.fuel === 'ELECTRIC'
        ? 'SAME_TO_SAME'
        : chance.pick(['FULL_TO_FULL', 'FULL_TO_FULL', 'SAME_TO_SAME', 'PREPAID']),
    engine_cc: model.cc,
    seats: model.seats,
    load_capacity: model.load,
    ...mileageOf(prices.p1, inToman, motor, chance),
    ...driverOf(motor, dear, model.cc, chance),
    ...guaranteeOf({ dayPrice: prices.p1, inToman, motor, chance }),
    properties: propertiesOf(model, trim?.slug, dear, chance),
    about: aboutOf(model, chance),
    ...prices,
    ...sortPricesOf(prices, inToman ? 1 : TOMAN_PER_EURO, inToman ? 1 : 100),
    pinned: chance.odds(4),
    score: chance.between(20, 70) + Math.round(20 * newness) + (company.row.verified ? 10 : 0),
    rating_sum: 0,
    rating_count: 0,
    status: 1,
    search: adSearchText({ brand: model.brandRow, model: model.row, trim, type, year }),
  }
}

/** A plate in the form that the place uses: of a free zone, of Iran, or of another country. */
function plateOf({ city, inToman, seed }: { city: string; inToman: boolean; seed: number }): string {
  const digits = (from: number, count: number) => String(from + (seed % count))
  if (city === 'kish') return `${digits(10_000, 89_989)} کیش`
  if (city === 'qeshm') return `${digits(10_000, 89_989)} قشم`
  if (inToman) return `${digits(11, 79)} ب ${digits(111, 877)} ایران ${digits(10, 88)}`
  return `${digits(10, 80)} AHK ${digits(100, 899)}`
}

/**
 * 200 to 250 km a day, a few without a limit, and the price of each further kilometre in toman or cents. Source:
 * *ours*.
 */
function mileageOf(dayPrice: number, inToman: boolean, motor: boolean, chance: Chance) {
  if (chance.odds(inToman ? 5 : 25)) return { mileage_per_day: null, extra_km_price: null }
  const mileage_per_day = motor ? chance.pick([120, 150, 200]) : chance.pick([200, 200, 250])
  const share = dayPrice / mileage_per_day
  return {
    mileage_per_day,
    extra_km_price: inToman ? Math.ceil(share / 1000) * 1000 : Math.max(5, Math.ceil(share / 5) * 5),
  }
}

function driverOf(motor: boolean, dear: boolean, cc: number | null, chance: Chance) {
  if (motor) {
    const strong = (cc ?? 0) > 250
    return { min_driver_age: strong ? 24 : chance.pick([18, 18, 20, 21]), min_licence_years: strong ? 2 : 1 }
  }
  if (dear) return { min_driver_age: chance.pick([23, 25, 25]), min_licence_years: chance.pick([2, 3]) }
  return { min_driver_age: chance.pick([18, 20, 21, 21, 23]), min_licence_years: chance.pick([1, 1, 2]) }
}

function repeat(colour: Paint, times: number): Paint[] {
  return Array.from({ length: times }, () => colour)
}
