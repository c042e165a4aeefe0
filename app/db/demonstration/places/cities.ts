import { PINNED_CITY_IDS } from '#app/rules/constants.ts'
import { foldText } from '#app/rules/text/digits.ts'
import type { Row } from '../insert-rows.ts'
import { type Wording, wordingOf } from '../wording.ts'
import { AIRPORTS } from './airports.ts'
import { COUNTRY } from './countries.ts'
import { foreignCities } from './foreign-cities.ts'
import { iranianCities } from './iranian-cities.ts'

const CITY_LINES = [...iranianCities, ...foreignCities]

const ZONES: Record<number, string> = {
  [COUNTRY.IRAN]: 'Asia/Tehran',
  [COUNTRY.TURKEY]: 'Europe/Istanbul',
  [COUNTRY.EMIRATES]: 'Asia/Dubai',
  [COUNTRY.GERMANY]: 'Europe/Berlin',
}

const countryOf = (province: number) => Math.floor(province / 100)

export const cities: Row<'city'>[] = CITY_LINES.map(({ id, slug, province, name, also, at, office }) => {
  const [latitude, longitude] = at
  const [name_fa, name_en, name_ar, name_tr, name_de] = name
  return {
    id,
    province_id: province,
    country_id: countryOf(province),
    slug,
    name_fa,
    name_en,
    name_ar,
    name_tr,
    name_de,
    zone: ZONES[countryOf(province)] ?? 'UTC',
    latitude,
    longitude,
    airport_latitude: AIRPORTS[slug]?.[0] ?? null,
    airport_longitude: AIRPORTS[slug]?.[1] ?? null,
    office_address: wordingOf(office),
    office_map_url: `geo:${latitude},${longitude}?z=16`,
    pinned_order: PINNED_CITY_IDS.includes(id) ? PINNED_CITY_IDS.indexOf(id) + 1 : null,
    search: foldText([...new Set([...name, slug, ...(also ? [also] : [])])].join(' ')),
  }
})

/** The city under a slug. Throws where the demonstration has none. */
export function cityOf(slug: string): Row<'city'> {
  const city = cities.find((candidate) => candidate.slug === slug)
  if (!city) throw new RangeError(`no city ${slug}`)
  return city
}

/** A city's name in five languages. */
export function cityName(slug: string): Wording {
  const line = CITY_LINES.find((candidate) => candidate.slug === slug)
  if (!line) throw new RangeError(`no city ${slug}`)
  return wordingOf(line.name)
}
