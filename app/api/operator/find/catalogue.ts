import { type Kysely, sql } from 'kysely'
import { vehicleRows } from '#app/api/company/fleet/own-vehicle.ts'
import { titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { holdsName } from '#app/db/matching-text.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { stateOfNumber } from '#app/rules/search/vehicle-state.ts'
import { type FoundOf, LOOKED_AT } from './found.ts'
import type { Wanted } from './wanted.ts'

/** Companies by their name in any language, their number or their phone. */
export async function companies(
  db: Kysely<DB>,
  { name, number, phone }: Wanted,
  language: Language,
): Promise<FoundOf<'company'>[]> {
  const rows = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select(['company.id', 'company.name', ...CITY_NAMES])
    .where((where) =>
      where.or([
        holdsName('company.name', name),
        where('company.id', '=', number),
        where('company.phone', '=', phone ?? ''),
      ]),
    )
    .orderBy('company.id')
    .limit(LOOKED_AT)
    .execute()
  return rows.map((row) => {
    return { kind: 'company', id: row.id, name: wordingIn(language, row.name), city: nameOf(row, language) }
  })
}

/** Vehicles by plate, by the number of the listing, by their company's own number for them, or by make and model. */
export async function vehicles(
  db: Kysely<DB>,
  { name, number, text, plate }: Wanted,
  language: Language,
): Promise<FoundOf<'vehicle'>[]> {
  const rows = await vehicleRows(db)
    .select('company.name as company_name')
    .where((where) =>
      where.or([
        where('ad.id', '=', number),
        where('ad.reference', 'ilike', text),
        where('ad.search', 'ilike', name),
        sql<boolean>`regexp_replace(lower(ad.plate), '[^[:alnum:]]', '', 'g') like ${`%${plate || ' '}%`}`,
      ]),
    )
    .orderBy('ad.id')
    .limit(LOOKED_AT)
    .execute()
  return rows.map((row) => ({
    kind: 'vehicle',
    id: row.id,
    title: titleOf(row, language),
    year: row.year,
    plate: row.plate,
    company: wordingIn(language, row.company_name),
    state: stateOfNumber(row.status),
  }))
}

/** Discount codes by a part of them. */
export async function codes(db: Kysely<DB>, { name }: Wanted): Promise<FoundOf<'code'>[]> {
  const rows = await db
    .selectFrom('discount_code')
    .select(['id', 'code', 'used', 'total_uses as total'])
    .where('code', 'ilike', name)
    .orderBy('code')
    .limit(LOOKED_AT)
    .execute()
  return rows.map((row) => ({ kind: 'code', ...row }))
}
