import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { isFree } from './free.ts'

const MOST_TRIED = 20

/** How many of vehicle `ad` are offered, itself included. Source: decisions.md, "Units of one group". */
export const offeredUnits: RawBuilder<number> = sql`(select count(*) from ad unit
  where unit.unit_group = ad.unit_group and unit.status = ${OFFERED_LITERAL})`

/**
 * How many cards search makes of the offered vehicles `a`, each `shown` at its price: units of one group at one price are one.
 * Source: decisions.md, "Units of one group".
 */
export function cardCount(shown: RawBuilder<unknown>): RawBuilder<number> {
  return sql`count(distinct (a.unit_group, ${shown}))`
}

type Wanted = { ad: number; start: Date; end: Date; now: Date }

/** Whether a vehicle, or one that is the same in all but the plate, is free in a time: a reservation gets any that is. */
export async function isAnyFree(db: Kysely<DB>, wanted: Wanted): Promise<boolean> {
  return (await isFree(db, wanted)) || (await freeUnitsOf(db, wanted)).length > 0
}

/** Vehicles that are the same in all but the plate, offered and free in a time, the lowest number first. */
export async function freeUnitsOf(db: Kysely<DB>, { ad, start, end, now }: Wanted): Promise<number[]> {
  const units = await db
    .selectFrom('ad as own')
    .innerJoin('ad', 'ad.unit_group', 'own.unit_group')
    .select('ad.id')
    .where('own.id', '=', ad)
    .where('ad.id', '<>', ad)
    .where('ad.status', '=', STATE_NUMBERS.OFFERED)
    .orderBy('ad.id')
    .limit(MOST_TRIED)
    .execute()
  const free = await Promise.all(units.map(({ id }) => isFree(db, { ad: id, start, end, now })))
  return units.flatMap(({ id }, index) => (free[index] ? [id] : []))
}
