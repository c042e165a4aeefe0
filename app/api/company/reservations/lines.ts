import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { managed, managedRows, type Shown } from '#app/api/company/reservations/reserves.ts'
import type { DeskLine } from '#app/contract/company/shapes.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { statusAt } from '#app/db/reservation.ts'
import { quoteState } from '#app/rules/reservation/quote.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/** A query for the reservations of a company (null: of all) with what the desk shows of each. */
export function deskRows(db: Kysely<DB>, company: number | null) {
  return managedRows(db, company)
    .leftJoin('quote', 'quote.reservation_id', 'reservation.id')
    .select(['ad.plate', 'quote.seen_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof deskRows>['execute']>>[number]

/** One of them, as the contract defines it. */
export function deskLine(row: Row, shown: Shown): z.infer<typeof DeskLine> {
  return {
    ...managed(row, shown),
    plate: row.plate,
    language: row.language,
    trust_type: row.trust,
    guarantee_amount: row.guarantee_amount,
    late_minutes: lateMinutes(row, shown.now),
    quote: row.quote && quoteState({ quote: row.quote, status: statusAt(row, shown.now), seen: row.seen_at !== null }),
  }
}

/** Minutes by which a pick-up or a return is late; null if it is not. */
function lateMinutes(
  { status, start_at, end_at }: { status: string; start_at: Date; end_at: Date },
  now: Date,
): number | null {
  const due = status === 'CONFIRMED' ? start_at : status === 'ACTIVE' ? end_at : undefined
  const minutes = due ? Math.floor((now.getTime() - due.getTime()) / MINUTE_MS) : 0
  return minutes > 0 ? minutes : null
}
