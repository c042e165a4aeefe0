import { type Confirmation, CURRENCY_IDS } from '#app/rules/constants.ts'
import type { CoverLevels } from '#app/rules/reservation/cover.ts'
import type { Row } from '../insert-rows.ts'
import { cityName, cityOf } from '../places/cities.ts'
import { COUNTRY } from '../places/countries.ts'
import { type Chance, chanceOf } from '../random.ts'
import { fillWording, joinWordings, wordingOf } from '../wording.ts'
import { ABOUT_OPENINGS, ABOUT_SENTENCES, CHILD_SEAT_SENTENCE } from './abouts.ts'
import { COMPANY_LINES, type CompanyLine } from './company-lines.ts'
import { phoneOf } from './phones.ts'

/** A company with its database row, its home city and its fleet by city. */
export type DemonstrationCompany = CompanyLine & { row: Row<'company'>; home: Row<'city'>; inToman: boolean }

export const companies: DemonstrationCompany[] = COMPANY_LINES.map(companyOf)

function companyOf(line: CompanyLine): DemonstrationCompany {
  const chance = chanceOf(line.id * 7919)
  const [homeSlug = 'kish'] = Object.keys(line.fleet)
  const home = cityOf(homeSlug)
  const inToman = home.country_id === COUNTRY.IRAN
  const row: Row<'company'> = {
    id: line.id,
    slug: line.slug,
    name: wordingOf(line.name),
    about: aboutOf(line, homeSlug, chance),
    city_id: Number(home.id),
    currency_id: inToman ? CURRENCY_IDS.IRT : CURRENCY_IDS.EUR,
    phone: phoneOf(home, line.id),
    prepayment_percent: line.id === 12 ? 30 : chance.pick([20, 20, 25, 30, 40, 50, 100]),
    confirmation: confirmationOf(line.id),
    turnaround_minutes: chance.pick([0, 30, 60, 60, 90, 120]),
    ...(chance.odds(80)
      ? { free_until_hours: 48, half_until_hours: 24 }
      : { free_until_hours: 72, half_until_hours: 36 }),
    ...extrasOf(line, inToman, chance),
    commission_percent: chance.pick([12, 12, 12, 10, 15]),
    verified: line.id === 12 || chance.odds(75),
    rating_sum: 0,
    rating_count: 0,
  }
  return { ...line, row, home, inToman }
}

function aboutOf(line: CompanyLine, home: string, chance: Chance) {
  const opening = fillWording(wordingOf(chance.pick(ABOUT_OPENINGS[line.trade])), { city: cityName(home) })
  const sentences = line.trade === 'motorbikes' ? ABOUT_SENTENCES : [...ABOUT_SENTENCES, CHILD_SEAT_SENTENCE]
  return joinWordings([opening, ...chance.some(sentences, 2).map(wordingOf)])
}

/** In every country some companies confirm by hand. Marjan Rent, the company that the demonstration's staff work for, confirms at once. */
function confirmationOf(id: number): Confirmation {
  return [3, 6, 10, 14, 20, 24, 25, 27, 33, 37, 39, 41, 43].includes(id) ? 'BY_HAND' : 'AT_ONCE'
}

/** Prices of extras: thousands of toman, or cents. Motorbikes have no child seats; some companies do not deliver to an address. */
function extrasOf(line: CompanyLine, inToman: boolean, chance: Chance) {
  const bikes = line.trade === 'motorbikes'
  const price = (toman: number[], euros: number[]) => (inToman ? chance.pick(toman) * 1000 : chance.pick(euros) * 100)
  return {
    free_address_fee: line.id % 4 === 3 ? null : price([600, 700, 900], [12, 15, 20]),
    child_seat_price: bikes ? null : price([120, 150, 180], [3, 4, 5]),
    extra_driver_price: price([300, 400, 500], [10, 12, 15]),
    internet_price: line.id % 5 === 4 ? null : price([80, 100, 120], [3, 4, 5]),
    insurance_price: bikes ? price([120, 150], [4, 6]) : price([300, 350, 400], [8, 10, 12]),
    ...excessOf(line, inToman),
    cover: coverOf(line),
    ...flexibleOf(line, inToman),
  }
}

/** Some sell flexible cancellation until six hours before the pick-up, for a share of the rent or by the day. */
function flexibleOf({ id }: CompanyLine, inToman: boolean) {
  const isSold = id % 4 === 1
  return {
    flex_percent: id % 8 === 1 ? 8 : null,
    flex_per_day: id % 8 === 5 ? (inToman ? 250_000 : 500) : null,
    flex_until_hours: isSold ? 6 : null,
  }
}

function coverOf({ id }: CompanyLine): CoverLevels {
  const glass = id % 4 === 0 ? 'BASIC' : 'INSURED'
  return {
    ...{ COLLISION: 'BASIC', THEFT: 'BASIC', NATURE: id % 2 === 0 ? 'BASIC' : 'INSURED' },
    ...{ GLASS: glass, TYRES: id % 3 === 0 ? 'NONE' : glass, UNDERBODY: 'NONE', INTERIOR: 'NONE' },
  }
}

/** Derived from the company's number: another draw from `chance` would change all values after it. */
function excessOf({ id, trade }: CompanyLine, inToman: boolean) {
  const step = id % 3
  const euros = trade === 'motorbikes' ? 250 + 50 * step : 700 + 100 * step
  const excess = inToman ? euros * 50_000 : euros * 100
  return { excess, excess_insured: step === 0 ? 0 : excess / 5 }
}
