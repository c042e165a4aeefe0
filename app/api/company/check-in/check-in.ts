import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { closedDaysOfPlace } from '#app/db/prices/closed-days.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { formatTime } from '#app/i18n/format/dates.ts'
import { arrivalError, FLIGHT } from '#app/rules/reservation/check-in/arrival.ts'
import { isOpen, shownCheckIn } from './shown.ts'

/** What a traveller does before the pick-up, for whoever booked. */
export const read = api.reservations.checkIn.read.handler(async ({ context: { deps, reservation } }) =>
  shownCheckIn(deps, reservation, deps.now()),
)

/**
 * Keeps how and when the traveller comes, for the pick-up as it is booked now. Throws INVALID_FIELDS for a time before it, after the rental
 * or while the place is closed; STATUS_CONFLICT.
 */
export const saveArrival = api.reservations.checkIn.saveArrival.handler(async ({ input, context }) => {
  const { deps, tx, reservation, language } = context
  const { way, arrives_at, note = null } = input
  const flight = way === 'FLIGHT' ? (input.flight ?? null) : null
  const now = deps.now()
  guardCheckIn(reservation, now)
  const fieldErrors: Record<string, string[]> = {}
  if (way === 'FLIGHT' && !flight) fieldErrors.flight = ['required']
  else if (flight && !FLIGHT.test(flight)) fieldErrors.flight = ['flight']
  const { receive_place_id, start_date, start_time, end_date, end_time, start_at } = reservation
  const hours = await tx
    .selectFrom('place')
    .select(['opens_at', 'closes_at', 'week', closedDaysOfPlace(now).as('closed')])
    .where('id', '=', receive_place_id ?? 0)
    .executeTakeFirst()
  const start = { date: start_date, time: start_time }
  const wrong = arrivalError(arrives_at, { start, end: { date: end_date, time: end_time }, hours: hours ?? null })
  if (wrong) fieldErrors.arrives_at = [wrong.key]
  if (Object.keys(fieldErrors).length > 0)
    throw invalidFields(fieldErrors, wrong ? { arrives_at: { time: formatTime(wrong.time, language) } } : {})
  const arrival = { way, flight, arrives_at, note, start_at, saved_at: now }
  await tx
    .insertInto('arrival')
    .values({ reservation_id: reservation.id, ...arrival })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(arrival))
    .execute()
  return shownCheckIn({ ...deps, db: tx }, reservation, now)
})

/** Throws STATUS_CONFLICT where nothing is sent ahead: before a reservation is confirmed, and from the hand-over on. */
export function guardCheckIn(reservation: ReservationRow, now: Date): void {
  const status = statusAt(reservation, now)
  if (!isOpen(status)) throw errors.STATUS_CONFLICT({ data: { status } })
}
