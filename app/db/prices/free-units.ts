import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { freeIn, isFree } from './free.ts'
import { gapOf } from './gap.ts'

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
  return (await isFree(db, wanted)) || (await freeUnitsOf(db, wanted, 1)).length > 0
}

/**
 * Vehicles that are the same in all but the plate, with the same price rules, offered and free in a time: the lowest numbers first. The
 * group alone is a number that could be another's by chance.
 */
export async function freeUnitsOf(
  db: Kysely<DB>,
  { ad, start, end, now }: Wanted,
  limit = MOST_TRIED,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from (
      select unit.id, ${gapOf('unit', 'c')} as gap
      from ad own join ad unit on unit.unit_group = own.unit_group and unit.company_id = own.company_id
        and unit.model_id = own.model_id
      join company c on c.id = unit.company_id
      where own.id = ${ad} and unit.id <> own.id and unit.status = ${OFFERED_LITERAL}
        and ${rulesOf('unit')} is not distinct from ${rulesOf('own')}
    ) a
    cross join (select ${start}::timestamptz as start_at, ${end}::timestamptz as end_at) w
    where ${freeIn(now)} order by a.id limit ${limit}::int`.execute(db)
  return rows.map(({ id }) => id)
}

/** A vehicle's own price rules as one text; null without any. */
function rulesOf(ad: string): RawBuilder<string | null> {
  return sql`(select (to_jsonb(r) - 'id' - 'ad_id')::text || coalesce((
      select string_agg((to_jsonb(s) - 'id' - 'price_rule_id')::text, '' order by s.starts_on) from price_season s
      where s.price_rule_id = r.id), '')
    from price_rule r where r.ad_id = ${sql.ref(`${ad}.id`)})`
}
