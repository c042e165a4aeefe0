import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { CompanyCard, Company as CompanyShape } from '#app/contract/companies.ts'
import { adsByCompany } from '#app/db/ad-summary.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { Company as CompanyTable, DB } from '#app/db/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/names.ts'
import { COMPANY_TITLE_OFFSET, currencyOfId, type Language } from '#app/rules/constants.ts'
import { ratingOf } from '../ads/card.ts'
import { placesOf, type Shown } from './place.ts'

type CompanyRow = Selectable<CompanyTable> & {
  city_slug: string
  name_fa: string
  name_en: string
  name_ar: string
  name_tr: string | null
  name_de: string | null
}

/** Companies with the city that the shapes below need. */
export function companyRows(db: Kysely<DB>) {
  return db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .selectAll('company')
    .select(['city.slug as city_slug', ...CITY_NAMES])
}

/** A company as lists show it; `ads` is how many vehicles it offers. */
export function companyCard(row: CompanyRow, ads: number, language: Language): z.infer<typeof CompanyCard> {
  return {
    id: row.id,
    title: String(row.id + COMPANY_TITLE_OFFSET),
    slug: row.slug,
    name: wordingIn(language, row.name),
    verified: row.verified,
    rating: ratingOf(row),
    city: { id: row.city_id, name: nameOf(row, language), slug: row.city_slug },
    ads,
  }
}

/** A company with everything that is told of it; fees of its places in the currency shown. */
export async function companyOf(db: Kysely<DB>, row: CompanyRow, shown: Shown): Promise<z.infer<typeof CompanyShape>> {
  const [adsOf, places] = await Promise.all([adsByCompany(db), placesOf(db, row.id, shown)])
  return {
    ...companyCard(row, adsOf(row.id), shown.language),
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
