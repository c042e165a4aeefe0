import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { type QuotedChange, quoteChangeOf } from '#app/api/reservations/change/quote-change.ts'
import type { ExtensionQuote } from '#app/contract/reservations/extensions.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isTaken, TAKING } from '#app/db/prices/free.ts'
import { gapOfVehicle } from '#app/db/prices/gap.ts'
import { type ReservationRow, zoneOf } from '#app/db/reservation.ts'
import { addedLines } from '#app/rules/reservation/changed-bill.ts'
import { EXTENSION_DAYS } from '#app/rules/reservation/reservation-change.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { localOf, type WallTime } from '#app/rules/time/rental-time.ts'

export type NewReturn = { end_date: string; end_time: string }
type Asked = { reservation: ReservationRow; end: NewReturn; now: Date; byStaff?: boolean }

/** All of what is added is paid online. */
const ALL = 100
const SLOT_MS = 30 * MINUTE_MS

/**
 * A later return with its price: what stays as it was booked, what is added by the rules in force, all of which is paid
 * online. Throws INVALID_FIELDS for a return that is not later or that the company does not serve, NOT_CHANGEABLE if
 * the vehicle is no longer offered. Source: issue 19, A; decisions.md, "Changing a reservation".
 */
export async function quoteExtensionOf(
  db: Kysely<DB>,
  { reservation, end, now, byStaff = false }: Asked,
): Promise<QuotedChange> {
  const quoted = await quoteChangeOf(db, { reservation, requested: end, now, byStaff, prepaymentPercent: ALL })
  const ends = quoted.quoted.chosen.end_at
  if (ends <= reservation.end_at || ends <= now) {
    const field = end.end_date > reservation.end_date ? 'end_date' : 'end_time'
    throw invalidFields({ [field]: ['return_not_later'] })
  }
  return quoted
}

/** The price of a later return as the contract defines it. */
export async function shownQuote(
  db: Kysely<DB>,
  { reservation, end, now, byStaff }: Asked,
): Promise<z.infer<typeof ExtensionQuote>> {
  const [quote, following] = await Promise.all([
    quoteExtensionOf(db, { reservation, end, now, ...(byStaff && { byStaff }) }),
    followingOf(db, reservation, now),
  ])
  const { bill, chosen, ad } = quote.quoted
  return {
    ...end,
    days: bill.days,
    more_days: bill.days - reservation.days,
    lines: addedLines(reservation.lines, bill.lines),
    difference: quote.difference,
    total: bill.total,
    currency: bill.currency,
    available: !following || chosen.end_at.getTime() + ad.gap * MINUTE_MS <= following.from.getTime(),
  }
}

/** The next days with their prices, as far as the company serves them. */
export async function extensionChoices(
  db: Kysely<DB>,
  { reservation, now, byStaff }: Omit<Asked, 'end'>,
): Promise<z.infer<typeof ExtensionQuote>[]> {
  const { end_date, end_time } = reservation
  const quotes = await Promise.allSettled(
    EXTENSION_DAYS.map((days) =>
      shownQuote(db, {
        ...{ reservation, now, end: { end_date: addDays(end_date, days), end_time } },
        ...(byStaff && { byStaff }),
      }),
    ),
  )
  return quotes.flatMap((quote) => {
    if (quote.status === 'fulfilled') return [quote.value]
    if (isRefusal(quote.reason)) return []
    throw quote.reason
  })
}

const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && ['INVALID_FIELDS', 'NOT_CHANGEABLE'].includes(String(error.code))

/** What takes the vehicle after a rental. */
export type FollowingRental = { from: Date; latest: WallTime | null; reservation: string | null }

/**
 * What takes the vehicle next after a rental, and the latest return that leaves the vehicle's gap before it; null where
 * that is not later than the booked one.
 */
export async function followingOf(
  db: Kysely<DB>,
  { id, ad_id, end_at, city_id }: ReservationRow,
  now: Date,
): Promise<FollowingRental | null> {
  const next = await db
    .selectFrom('busy')
    .leftJoin('reservation_change as change', 'change.id', 'busy.change_id')
    .select(['busy.start_at', 'busy.reservation_id'])
    .where('busy.ad_id', '=', ad_id)
    .where('busy.status', 'in', TAKING)
    .where((of) => of.or([of('busy.reservation_id', 'is', null), of('busy.reservation_id', '<>', id)]))
    // Its own extension that waits for the payment is not in its way.
    .where((of) => of.or([of('change.reservation_id', 'is', null), of('change.reservation_id', '<>', id)]))
    .where('busy.start_at', '>=', end_at)
    .where(isTaken(now, 'busy'))
    .orderBy('busy.start_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return null
  const [zone, gap] = await Promise.all([zoneOf(db, { city_id }), gapOfVehicle(db, ad_id)])
  const last = new Date(Math.floor((next.start_at.getTime() - gap * MINUTE_MS) / SLOT_MS) * SLOT_MS)
  const latest = last > end_at && last > now ? localOf(last, zone) : null
  return { from: next.start_at, latest, reservation: next.reservation_id }
}
