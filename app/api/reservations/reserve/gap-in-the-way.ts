import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { isTaken, TAKING } from '#app/db/prices/free.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

const SLOT_MS = 30 * MINUTE_MS

/** `own` is a reservation that does not count, because it is to be moved. */
type Wanted = { ad: number; start: Date; end: Date; now: Date; own?: string }
type Found = { minutes: number; from: Date | null; until: Date | null }

/** As the contract has it. */
export function shownGap(gap: Found | null) {
  return gap && { ...gap, from: gap.from?.toISOString() ?? null, until: gap.until?.toISOString() ?? null }
}

/**
 * The gap (minutes) for whose sake alone a vehicle is not free, with the first pick-up and the last return that it leaves; null if
 * somebody has the vehicle in that time, or if no time is left. Source: *ours*.
 */
export async function gapInTheWay(
  db: Kysely<DB>,
  { ad, start, end, now, own }: Wanted,
  minutes: number,
): Promise<Found | null> {
  const gap = minutes * MINUTE_MS
  const rows = await db
    .selectFrom('busy as b')
    .leftJoin('reservation', 'reservation.id', 'b.reservation_id')
    .select(['b.start_at', 'b.end_at'])
    .select(sql<Date>`least(b.end_at, coalesce(reservation.end_at, b.end_at))`.as('returned_at'))
    .where('b.ad_id', '=', ad)
    .where('b.status', 'in', TAKING)
    .where('b.end_at', '>', start)
    .where('b.start_at', '<', new Date(end.getTime() + gap))
    .where(isTaken(now))
    .$if(own !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb('b.reservation_id', 'is', null), eb('b.reservation_id', '<>', own ?? '')])),
    )
    .execute()
  if (rows.length === 0 || rows.some(({ start_at, returned_at }) => start_at < end && returned_at > start)) return null
  const freeFrom = rows.filter(({ start_at }) => start_at < end).map(({ end_at }) => end_at.getTime())
  const nextStarts = rows.filter(({ start_at }) => start_at >= end).map(({ start_at }) => start_at.getTime())
  const from = freeFrom.length > 0 ? Math.ceil(Math.max(...freeFrom) / SLOT_MS) * SLOT_MS : null
  const until = nextStarts.length > 0 ? Math.floor((Math.min(...nextStarts) - gap) / SLOT_MS) * SLOT_MS : null
  if (until !== null && until <= (from ?? start.getTime())) return null
  return { minutes, from: from === null ? null : new Date(from), until: until === null ? null : new Date(until) }
}
