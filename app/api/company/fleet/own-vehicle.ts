import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ApiContext } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { ComingReservations } from '#app/contract/company/fleet/coming.ts'
import type { OwnVehicle, VehiclePhoto } from '#app/contract/company/fleet/shapes.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isTaken, TAKING } from '#app/db/prices/free.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { deriveAcriss } from '#app/rules/fleet/acriss.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { ratingOf } from '#app/rules/search/rating.ts'
import { stateOfNumber } from '#app/rules/search/vehicle-state.ts'

/** How many of the future reservations are listed. */
const COMING_SHOWN = 10

/** A query for vehicles with the names of their parts. */
export function vehicleRows(db: Kysely<DB>) {
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('body_type', 'body_type.id', 'ad.type_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .selectAll('ad')
    .select([
      'company.currency_id',
      'body_type.name as type_name',
      'body_type.slug as body',
      'city.zone',
      ...TITLE_COLUMNS,
      ...CITY_NAMES,
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof vehicleRows>['execute']>>[number]

/** A vehicle as its company sees it. Throws NOT_FOUND if there is none. */
export async function ownVehicle(db: Kysely<DB>, id: number, language: Language): Promise<z.infer<typeof OwnVehicle>> {
  const row = await vehicleRows(db).where('ad.id', '=', id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return shownVehicle(row, language)
}

/** A row of `ad` as its own company sees it, plate and prices included. Prices are per day, in the minor unit. */
export function shownVehicle(row: Row, language: Language): z.infer<typeof OwnVehicle> {
  const { id, category, picture, plate, reference, colour, year, gearbox, fuel, fuel_rule, engine_cc, seats } = row
  const { load_capacity, mileage_per_day, extra_km_price, min_driver_age, min_licence_years, properties } = row
  const { trust, acriss, gap_minutes, guarantee_amount, taken_down_reason, p1, p3, p7, p14, p30 } = row
  const named = (part: 'brand' | 'model' | 'trim') =>
    nameOf({ name_fa: row[`${part}_fa`], name_en: row[`${part}_en`], name_ar: row[`${part}_ar`] }, language)
  return {
    ...{ id, category, picture, plate, reference, colour, year, gearbox, fuel, fuel_rule, engine_cc, seats },
    ...{ load_capacity, mileage_per_day, extra_km_price, min_driver_age, min_licence_years, properties },
    ...{ acriss, gap_minutes, guarantee_amount, taken_down_reason, p1, p3, p7, p14, p30 },
    derived_acriss: deriveAcriss(row),
    title: titleOf(row, language),
    state: stateOfNumber(row.status),
    brand: { id: row.brand_id, name: named('brand') },
    model: { id: row.model_id, name: named('model') },
    trim: row.trim_id === null ? null : { id: row.trim_id, name: named('trim') },
    type: { id: row.type_id, name: wordingIn(language, row.type_name) },
    city: { id: row.city_id, name: nameOf(row, language), zone: row.zone },
    trust_type: trust,
    about: row.about ?? {},
    currency: currencyIn(row),
    rating: ratingOf(row),
  }
}

/** A vehicle's photos in order, the main one first. */
export async function photosOf(db: Kysely<DB>, ad: number): Promise<z.infer<typeof VehiclePhoto>[]> {
  const rows = await db
    .selectFrom('ad_photo')
    .select(['id', 'key', 'alt', 'crop', 'status', 'taken_down_at', 'taken_down_reason'])
    .where('ad_id', '=', ad)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ taken_down_at, ...photo }) => ({ ...photo, taken_down: taken_down_at !== null }))
}

/** The present and future reservations of a vehicle. */
export async function comingOf(
  db: Kysely<DB>,
  { ad, now }: { ad: number; now: Date },
): Promise<z.infer<typeof ComingReservations>> {
  const rows = await db
    .selectFrom('reservation')
    .innerJoin('busy', 'busy.reservation_id', 'reservation.id')
    .select([
      'reservation.id',
      'number',
      'fullname',
      'reservation.status',
      'reservation.start_at',
      'reservation.end_at',
    ])
    .where('busy.ad_id', '=', ad)
    .where('busy.status', 'in', TAKING)
    .where('busy.end_at', '>', now)
    .where(isTaken(now, 'busy'))
    .distinctOn(['reservation.start_at', 'reservation.id'])
    .orderBy('reservation.start_at')
    .orderBy('reservation.id')
    .execute()
  return {
    count: rows.length,
    reservations: rows.slice(0, COMING_SHOWN).map(({ id, start_at, end_at, ...row }) => {
      return {
        id,
        fullname: nameForCompany(row),
        number: numberOf(row),
        start_at: start_at.toISOString(),
        end_at: end_at.toISOString(),
      }
    }),
  }
}

/** Clears the caches of public pages and lists. */
export function showChanges({ deps }: Pick<ApiContext, 'deps'>): void {
  deps.publish({ kind: 'pages' })
}
