import { type Kysely, type RawBuilder, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { gapOf } from './gap.ts'

/** The statuses of a row of `busy`: given back, held for a payment, or firm. */
export const BUSY = { RELEASED: 0, HELD: 1, FIRM: 2 } as const

/** Those that make a vehicle unavailable, a hold as long as it lasts (`isTaken`). */
export const TAKING = [BUSY.HELD, BUSY.FIRM] as const

/**
 * Whether ad `a` is free from `start_at` to `end_at` of `w`. A taken range includes the gap after it, and the
 * new rental (`a.gap`, minutes) needs its own. The first range that ends after the pick-up must begin late enough;
 * taken ranges never overlap, so no other can be in the way. An expired hold does not count.
 * Source: data.md, "The hot tables".
 */
export function freeIn(now: Date): RawBuilder<boolean> {
  return sql`coalesce((
    select b.start_at from busy b
    where b.ad_id = a.id and b.status in ${literalList(TAKING)} and b.end_at > w.start_at and ${isTaken(now)}
    order by b.end_at limit 1
  ) >= w.end_at + make_interval(mins => a.gap), true)`
}

/** Whether one vehicle is free between two instants, with the vehicle's gap after them. */
export async function isFree(
  db: Kysely<DB>,
  rental: { ad: number; start: Date; end: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select ${freeIn(rental.now)} as free
    from (select ad.id, ${gapOf('ad', 'c')} as gap from ad join company c on c.id = ad.company_id where ad.id = ${rental.ad}) a
    cross join (select ${rental.start}::timestamptz as start_at, ${rental.end}::timestamptz as end_at) w`.execute(db)
  return rows[0]?.free ?? false
}

/** The ranges in which a vehicle is taken between two instants, in order. */
export async function takenRanges(
  db: Kysely<DB>,
  { ad, from, to, now }: { ad: number; from: Date; to: Date; now: Date },
): Promise<{ start_at: Date; end_at: Date }[]> {
  return db
    .selectFrom('busy as b')
    .select(['b.start_at', 'b.end_at'])
    .where('b.ad_id', '=', ad)
    .where('b.status', 'in', TAKING)
    .where('b.end_at', '>', from)
    .where('b.start_at', '<', to)
    .where(isTaken(now))
    .orderBy('b.start_at')
    .execute()
}

/** Whether a row of `busy` that is `TAKING` takes the vehicle now: it is firm, or its hold has not expired. */
export function isTaken(now: Date, busy = 'b'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${busy}.${name}`)
  return sql`(${column('status')} = ${sql.lit(BUSY.FIRM)} or coalesce(${column('hold_until')} > ${now}, true))`
}
