import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { isFree } from '#app/db/prices/free.ts'
import { OFFERED } from './rentable.ts'

/** What must be the same for a traveller who gets another unit: looks, terms and prices. */
const SAME = [
  ...['model_id', 'type_id', 'city_id', 'colour', 'year', 'gearbox', 'fuel', 'fuel_rule', 'seats', 'load_capacity'],
  ...['trust', 'guarantee_amount', 'min_driver_age', 'min_licence_years', 'p1', 'p3', 'p7', 'p14', 'p30'],
] as const
const MOST_TRIED = 20

/**
 * Vehicles that are the same in all but the plate, offered and free in a time, the lowest number first. Source: *ours*.
 */
export async function freeUnitsOf(
  db: Kysely<DB>,
  { ad, start, end, now }: { ad: number; start: Date; end: Date; now: Date },
): Promise<number[]> {
  const units = await db
    .selectFrom('ad as own')
    .innerJoin('ad', (join) =>
      join.on(
        sql<boolean>`(ad.alike = coalesce(own.alike, own.id) or ad.id = own.alike) and ad.company_id = own.company_id`,
      ),
    )
    .select('ad.id')
    .where('own.id', '=', ad)
    .where('ad.id', '<>', ad)
    .where('ad.status', '=', OFFERED)
    .where(
      sql<boolean>`(${sql.join(SAME.map((name) => sql.ref(`ad.${name}`)))}) = (${sql.join(SAME.map((name) => sql.ref(`own.${name}`)))})`,
    )
    .where(
      sql<boolean>`(ad.trim_id, ad.mileage_per_day, ad.extra_km_price) is not distinct from
        (own.trim_id, own.mileage_per_day, own.extra_km_price)`,
    )
    .orderBy('ad.id')
    .limit(MOST_TRIED)
    .execute()
  const free = await Promise.all(units.map(({ id }) => isFree(db, { ad: id, start, end, now })))
  return units.flatMap(({ id }, index) => (free[index] ? [id] : []))
}
