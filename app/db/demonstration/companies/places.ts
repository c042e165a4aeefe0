import { toArabicDigits, toPersianDigits } from '#app/rules/text/digits.ts'
import type { Row } from '../insert-rows.ts'
import { AIRPORTS } from '../places/airports.ts'
import { cityName, cityOf } from '../places/cities.ts'
import { LAND } from '../places/land.ts'
import { type Chance, chanceOf } from '../random.ts'
import { fillWording, type Wording, wordingOf } from '../wording.ts'
import { companies, type DemonstrationCompany } from './companies.ts'
import { phoneOf } from './phones.ts'
import { OFFICE_ADDRESSES, OFFICE_NAME, type PlaceKind, placeLinesOf } from './place-lines.ts'

/** Where each company hands over in each of its cities: its office free of charge, two or three others for a fee. */
export const companyPlaces: Row<'place'>[] = companies
  .flatMap((company) => Object.keys(company.fleet).flatMap((city) => placesOf(company, city)))
  .map((place, index) => ({ id: index + 1, ...place }))

function placesOf(company: DemonstrationCompany, slug: string): Row<'place'>[] {
  const city = cityOf(slug)
  const chance = chanceOf(company.id * 6151 + Number(city.id))
  const others = placeLinesOf(slug)
  // Every company delivers to the airport; Marjan Rent to all places, as in the design.
  const chosen =
    company.id === 12 ? others : [...others.slice(0, 1), ...chance.some(others.slice(1), chance.between(1, 2))]
  const common = { company_id: company.id, city_id: Number(city.id) }
  const office: Row<'place'> = {
    ...common,
    kind: 'OFFICE',
    name: fillWording(wordingOf(OFFICE_NAME), { company: wordingOf(company.name) }),
    address: officeAddressOf(company, city, chance),
    phone: phoneOf(city, company.id),
    receive_fee: 0,
    return_fee: 0,
    ...chance.pick([
      { opens_at: '08:00', closes_at: '23:00' },
      { opens_at: '08:00', closes_at: '20:00' },
      { opens_at: '09:00', closes_at: '21:00' },
    ]),
    ...near(city, chance),
    position: 0,
  }
  return [
    office,
    ...chosen.map(({ kind, name, address }, index) => ({
      ...common,
      kind,
      name: fillWording(wordingOf(name), { city: cityName(slug) }),
      address: wordingOf(address),
      phone: null,
      ...feesOf(kind, company.inToman, chance),
      ...hoursOf(kind, chance),
      ...near(city, chance),
      ...(kind === 'AIRPORT' && airportOf(slug)),
      position: index + 1,
    })),
  ]
}

function officeAddressOf(company: DemonstrationCompany, city: Row<'city'>, chance: Chance): Wording {
  if (company.id === 12) {
    return wordingOf([
      'میدان امیرکبیر، بازار مرجان، پلاک ۱۲',
      '12 Marjan Bazaar, Amir Kabir Square',
      'ساحة أمير كبير، سوق مرجان، رقم ١٢',
      'Emir Kebir Meydanı, Mercan Çarşısı No. 12',
      'Amir-Kabir-Platz, Mardschan-Basar 12',
    ])
  }
  const number = String(chance.between(3, 180))
  const digits = { fa: toPersianDigits(number), en: number, ar: toArabicDigits(number), tr: number, de: number }
  return fillWording(wordingOf(chance.pick(OFFICE_ADDRESSES[city.country_id] ?? [])), { number: digits })
}

/** Fees for delivering the vehicle and for returning it there, which is often free; in thousand toman or euros. */
function feesOf(kind: PlaceKind, inToman: boolean, chance: Chance) {
  const [toman, euros] =
    kind === 'MALL'
      ? [
          [150, 200, 250],
          [4, 5, 6],
        ]
      : [
          [300, 400, 500, 600],
          [8, 10, 12, 15],
        ]
  const receive_fee = inToman ? chance.pick(toman) * 1000 : chance.pick(euros) * 100
  return { receive_fee, return_fee: chance.odds(50) ? 0 : receive_fee }
}

/** Opening hours as `HH:MM` in the city's time. Some companies serve airports around the clock. */
function hoursOf(kind: PlaceKind, chance: Chance) {
  if (kind === 'AIRPORT' && chance.odds(60)) return { opens_at: '00:00', closes_at: '24:00' }
  return kind === 'MALL' ? { opens_at: '10:00', closes_at: '22:00' } : { opens_at: '07:00', closes_at: '23:30' }
}

/** Some three kilometres around the centre at most, and on dry land. */
function near({ slug, latitude, longitude }: Row<'city'>, chance: Chance) {
  const room = 0.03
  const around = [latitude - room, longitude - room, latitude + room, longitude + room] as const
  const [south, west, north, east] = LAND[slug] ?? around
  const within = (from: number, to: number) => round(from + ((to - from) * chance.between(0, 600)) / 600)
  return { latitude: within(south, north), longitude: within(west, east) }
}

function airportOf(slug: string) {
  const [latitude, longitude] = AIRPORTS[slug] ?? []
  return latitude !== undefined && longitude !== undefined && { latitude, longitude }
}

function round(degrees: number) {
  return Math.round(degrees * 10_000) / 10_000
}
