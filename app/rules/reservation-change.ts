import type { CalendarDate } from './calendar-date.ts'

/** Everything of a reservation that a change may make different, as columns: instants are ISO texts. */
export type WantedRental = {
  start_date: CalendarDate
  start_time: string
  end_date: CalendarDate
  end_time: string
  start_at: string
  end_at: string
  days: number
  receive_place_id: number | null
  receive_address: string | null
  return_place_id: number | null
  return_address: string | null
  child_seat_count: number
  extra_driver: boolean
  internet: boolean
  supplemental_insurance: boolean
  free_until: string
  half_until: string
}

export type Range = { start: Date; end: Date }

/** What a wanted range takes beyond the one that is taken already: nothing, one part, or one on either side. */
export function rangeBeyond(wanted: Range, taken: Range): Range[] {
  const before = { start: wanted.start, end: earlier(wanted.end, taken.start) }
  const after = { start: later(wanted.start, taken.end), end: wanted.end }
  return [before, after].filter(({ start, end }) => start < end)
}

/**
 * A deadline of the cancellation terms after a change: as many hours before the new pick-up as it was before the old; one
 * that has passed has passed, or a change would buy back what cancelling had cost already. Source: *ours*.
 */
export function movedDeadline(deadline: Date, moved: { from: Date; to: Date; now: Date }): Date {
  if (moved.now > deadline) return deadline
  return new Date(moved.to.getTime() - (moved.from.getTime() - deadline.getTime()))
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)
