import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { City as CityShape } from '#app/contract/places/places.ts'
import { type Offer, offersByCity } from '#app/db/ad-summary.ts'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { foldPlace, spellingsOf } from '#app/rules/text/place-name.ts'
import { byName, countryNamed, named } from './named.ts'

type City = z.infer<typeof CityShape>

/**
 * The cities whose names contain every word of `search`, in whatever language it is typed; all without it. Pinned ones
 * first, then by name (§3).
 */
export async function listCities(
  db: Kysely<DB>,
  { language, currency, search = '' }: { language: Language; currency: CurrencyCode; search?: string },
): Promise<City[]> {
  const words = search ? foldPlace(search).split(' ') : []
  const [rows, offerIn] = await Promise.all([cityRows(db), offersByCity(db, { currency })])
  return citiesIn(language, rows)
    .filter(({ row }) => words.every((word) => row.search.includes(word)))
    .map(({ city }) => ({ ...city, ...offerIn(city.id) }))
}

type SortedCities = { row: CityRow; city: CityInLanguage }[]

const sorted = new WeakMap<readonly CityRow[], Map<Language, SortedCities>>()

/** Cities as a language names and sorts them, for as long as their rows are kept. */
function citiesIn(language: Language, rows: readonly CityRow[]): SortedCities {
  const known = sorted.get(rows)?.get(language)
  if (known) return known
  const made = rows
    .map((row) => ({ row, city: cityIn(language, row) }))
    .sort((a, b) => pinnedFirst(a.row, b.row) || byName(language)(a.city, b.city))
  sorted.set(rows, (sorted.get(rows) ?? new Map<Language, SortedCities>()).set(language, made))
  return made
}

type CityRow = Awaited<ReturnType<typeof readCities>>[number]

const cityRows = remember(30, readCities)

/** Clears the cache after an operator's change. */
export const citiesAgain = (db: Kysely<DB>) => cityRows.again(db)

async function readCities(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('city')
    .innerJoin('country', 'country.id', 'city.country_id')
    .innerJoin('province', 'province.id', 'city.province_id')
    .selectAll('city')
    .select(['country.code', 'country.name_fa as country_fa', 'country.name_en as country_en'])
    .select(['country.name_ar as country_ar', 'province.name_fa as province_fa', 'province.name_en as province_en'])
    .select(['province.name_ar as province_ar', 'province.name_tr as province_tr', 'province.name_de as province_de'])
    .where('hidden', '=', false)
    .execute()
  return rows.map((row) => ({ ...row, search: [foldPlace(row.search), ...spellingsOf(row)].join(' ') }))
}

type CityInLanguage = Omit<City, keyof Offer>

function cityIn(language: Language, row: CityRow): CityInLanguage {
  const country = {
    id: row.country_id,
    code: row.code,
    name_fa: row.country_fa,
    name_en: row.country_en,
    name_ar: row.country_ar,
  }
  const province = {
    id: row.province_id,
    name_fa: row.province_fa,
    name_en: row.province_en,
    name_ar: row.province_ar,
    name_tr: row.province_tr,
    name_de: row.province_de,
  }
  return {
    ...named(row, language),
    name_tr: nameOf(row, 'tr'),
    name_de: nameOf(row, 'de'),
    slug: row.slug,
    country: countryNamed(country, language),
    province: named(province, language),
    zone: row.zone,
    latitude: row.latitude,
    longitude: row.longitude,
    airport:
      row.airport_latitude === null || row.airport_longitude === null
        ? null
        : { latitude: row.airport_latitude, longitude: row.airport_longitude },
    office_address: wordingIn(language, row.office_address),
    office_map_url: row.office_map_url,
    pinned: row.pinned_order !== null,
  }
}

function pinnedFirst(a: CityRow, b: CityRow): number {
  return (a.pinned_order ?? Number.MAX_SAFE_INTEGER) - (b.pinned_order ?? Number.MAX_SAFE_INTEGER)
}
