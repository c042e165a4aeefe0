import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Place as PlaceShape } from '#app/contract/companies.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB, Place as PlaceTable } from '#app/db/connection/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { type CurrencyCode, currencyOfId, type Language } from '#app/rules/constants.ts'
import { kilometresBetween } from '#app/rules/map/mercator.ts'
import { convertUnit } from '#app/rules/money/price.ts'

type PlaceRow = Selectable<PlaceTable> & {
  city_slug: string
  name_fa: string
  name_en: string
  name_ar: string
  name_tr: string | null
  name_de: string | null
  currency_id: number
  city_latitude: number
  city_longitude: number
  airport_latitude: number | null
  airport_longitude: number | null
}

/** The language and currency of amounts; `rate` is toman for one euro. */
export type Shown = { language: Language; currency: CurrencyCode; rate: number }

/** A company's places that accept bookings, in the company's order. */
export async function placesOf(db: Kysely<DB>, company: number, shown: Shown): Promise<z.infer<typeof PlaceShape>[]> {
  const rows = await placeRows(db).where('place.company_id', '=', company).where('paused_at', 'is', null).execute()
  return rows.map((row) => placeOf(row, shown))
}

/** A query for places with what `placeOf` needs. */
export function placeRows(db: Kysely<DB>) {
  return db
    .selectFrom('place')
    .innerJoin('city', 'city.id', 'place.city_id')
    .innerJoin('company', 'company.id', 'place.company_id')
    .selectAll('place')
    .select(['city.slug as city_slug', ...CITY_NAMES, 'company.currency_id'])
    .select(['city.latitude as city_latitude', 'city.longitude as city_longitude'])
    .select(['city.airport_latitude', 'city.airport_longitude'])
    .orderBy('place.position')
    .orderBy('place.id')
}

/** One place as the contract defines it. */
export function placeOf(row: PlaceRow, { language, currency, rate }: Shown): z.infer<typeof PlaceShape> {
  const fee = (amount: number) => convertUnit(amount, currencyOfId(row.currency_id) ?? 'IRT', currency, rate)
  return {
    id: row.id,
    kind: row.kind,
    name: wordingIn(language, row.name),
    address: wordingIn(language, row.address),
    phone: row.phone,
    receive_fee: fee(row.receive_fee),
    return_fee: fee(row.return_fee),
    opens_at: row.opens_at,
    closes_at: row.closes_at,
    week: row.week,
    latitude: row.latitude,
    longitude: row.longitude,
    ...distancesOf(row),
    city: { id: row.city_id, name: nameOf(row, language), slug: row.city_slug },
  }
}

/** With one decimal, the precision of a straight line. An airport is at no distance from itself. */
function distancesOf(row: PlaceRow): Pick<z.infer<typeof PlaceShape>, 'centre_km' | 'airport_km'> {
  const from = (lat: number | null, lng: number | null) =>
    lat === null || lng === null || row.latitude === null || row.longitude === null
      ? null
      : Math.round(kilometresBetween({ lat, lng }, { lat: row.latitude, lng: row.longitude }) * 10) / 10
  return {
    centre_km: from(row.city_latitude, row.city_longitude),
    airport_km: row.kind === 'AIRPORT' ? null : from(row.airport_latitude, row.airport_longitude),
  }
}
