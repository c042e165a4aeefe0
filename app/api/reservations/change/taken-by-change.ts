import type { ReservationRow } from '#app/db/reservation.ts'
import { type Range, rangeOfChange, type WantedRental } from '#app/rules/reservation/reservation-change.ts'

/** What a reservation takes of its vehicle once it is changed. */
export function takenByChange(
  { start_at, end_at }: ReservationRow,
  { wanted, former, gap }: { wanted: Pick<WantedRental, 'start_at' | 'end_at'>; former: Range; gap: number },
): Range {
  return rangeOfChange({
    booked: { start: start_at, end: end_at },
    wanted: { start: new Date(wanted.start_at), end: new Date(wanted.end_at) },
    former,
    gap,
  })
}
