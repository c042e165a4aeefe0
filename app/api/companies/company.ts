import { type Kysely, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { CompanyCard, Company as CompanyShape } from '#app/contract/companies.ts'
import { adsByCompany } from '#app/db/ad-summary.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { Company as CompanyTable, DB } from '#app/db/connection/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { COMPANY_TITLE_OFFSET, currencyOfId, type Language } from '#app/rules/constants.ts'
import { ratingOf } from '#app/rules/search/rating.ts'
import { placesOf, type Shown } from './place.ts'

/** A company as it is stored, with the names of its home city. */
export type CompanyRow = Selectable<CompanyTable> & {
  city_slug: string
  name_fa: string
  name_en: string
  name_ar: string
  name_tr: string | null
  name_de: string | null
}

/** A query for companies with the city that the shapes below need. */
export function companyRows(db: Kysely<DB>) {
  return db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .selectAll('company')
    .select(['city.slug as city_slug', ...CITY_NAMES])
}

type City = z.infer<typeof CompanyCard>['city']

/** A company as lists show it; `ads` is the number of its offered vehicles. */
export function companyCard(
  row: CompanyRow,
  { ads, cities, language }: { ads: number; cities: readonly City[]; language: Language },
): z.infer<typeof CompanyCard> {
  const home = { id: row.city_id, name: nameOf(row, language), slug: row.city_slug }
  return {
    id: row.id,
    title: String(row.id + COMPANY_TITLE_OFFSET),
    slug: row.slug,
    name: wordingIn(language, row.name),
    logo: row.logo,
    ...(row.logo_dark && { logo_dark: row.logo_dark }),
    verified: row.verified,
    rating: ratingOf(row),
    city: home,
    cities: [home, ...cities.filter(({ id }) => id !== home.id)],
    ads,
    updated: row.updated_at.toISOString(),
  }
}

/** A company with all of its public data; fees of its places in the shown currency. */
export async function companyOf(db: Kysely<DB>, row: CompanyRow, shown: Shown): Promise<z.infer<typeof CompanyShape>> {
  const [adsOf, places] = await Promise.all([adsByCompany(db), placesOf(db, row.id, shown)])
  return {
    ...companyCard(row, { ads: adsOf(row.id), cities: citiesIn(places), language: shown.language }),
    about: wordingIn(shown.language, row.about),
    phone: row.phone,
    confirmation: row.confirmation,
    prepayment_percent: row.prepayment_percent,
    free_until_hours: row.free_until_hours,
    half_until_hours: row.half_until_hours,
    currency: currencyOfId(row.currency_id) ?? 'IRT',
    places,
  }
}

/** Whether a company hands vehicles over in a city. */
export function servedIn(city: number) {
  return sql<boolean>`exists (select from place where place.company_id = company.id and place.city_id = ${city}
    and place.paused_at is null)`
}

/** The cities of places, each once. */
function citiesIn(places: readonly { city: City }[]): City[] {
  return [...new Map(places.map(({ city }) => [city.id, city])).values()]
}

/** The cities in which each of these companies hands vehicles over. */
export async function citiesByCompany(
  db: Kysely<DB>,
  companies: readonly number[],
  language: Language,
): Promise<(company: number) => City[]> {
  if (companies.length === 0) return () => []
  const rows = await db
    .selectFrom('place')
    .innerJoin('city', 'city.id', 'place.city_id')
    .select(['place.company_id', 'city.id', 'city.slug', ...CITY_NAMES])
    .distinct()
    .where('place.company_id', 'in', [...companies])
    .where('place.paused_at', 'is', null)
    .execute()
  const cities = Map.groupBy(rows, ({ company_id }) => company_id)
  return (company) =>
    (cities.get(company) ?? []).map((row) => ({ id: row.id, name: nameOf(row, language), slug: row.slug }))
}
