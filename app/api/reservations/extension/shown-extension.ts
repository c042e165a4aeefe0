import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import type { Extension } from '#app/contract/reservations/extensions.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { BillLine } from '#app/rules/money/price.ts'
import { addedLines } from '#app/rules/reservation/changed-bill.ts'

/**
 * An extension as the contract defines it, with what it adds to the `booked` lines; one whose time is over has expired
 * before a job has said so.
 */
export function shownExtension(
  change: ChangeRow,
  { now, booked }: { now: Date; booked: readonly BillLine[] },
): z.infer<typeof Extension> {
  const { id, wanted, difference, total, message, answer, created_at, answered_at, hold_until } = change
  const isOver = hold_until !== null && hold_until <= now
  return {
    id,
    status: isOver ? 'EXPIRED' : change.status,
    end_date: wanted.end_date,
    end_time: wanted.end_time,
    days: wanted.days,
    ...{ difference, total, message, answer },
    lines: addedLines(booked, change.lines),
    created_at: created_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
    until: isOver ? null : (hold_until?.toISOString() ?? null),
  }
}

/** The last extension of a reservation that was asked for or given. */
export function lastExtension(db: Kysely<DB>, reservation: string): Promise<ChangeRow | undefined> {
  return db
    .selectFrom('reservation_change')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('kind', '=', 'EXTENSION')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
