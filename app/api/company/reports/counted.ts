import { sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { Condition } from '#app/db/matching-text.ts'
import type { ReportCount, ReportSource } from '#app/rules/reservation/reservation-lists.ts'
import { CALLED_OFF, SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'

/** An hour late is not late. */
const GRACE = sql.lit('1 hour')

/** What reports count, as conditions on a `reservation`. The list of a figure has the same ones. */
export const TOOK_PLACE: Condition = sql`reservation.status in ${literalList(SUCCESSFUL)}`
/** Called off after somebody paid, or booked by staff: the company never saw the others. */
export const WAS_CALLED_OFF: Condition = sql`(reservation.status in ${literalList(CALLED_OFF)}
  and (reservation.paid > 0 or reservation.source <> 'SITE'))`
export const CAME_BACK_LATE: Condition = sql`exists (select from protocol where protocol.reservation_id = reservation.id
  and protocol.kind = 'RETURN' and protocol.undone_at is null
  and protocol.done_at > reservation.end_at + ${GRACE}::interval)`
/** Where it was booked; an offer that its customer accepted is a source of its own. */
export const REPORT_SOURCE = sql<ReportSource>`case when reservation.quote is not null then 'QUOTE' else reservation.source end`

const COUNTED: Record<ReportCount, Condition> = {
  OUT: TOOK_PLACE,
  RENTALS: TOOK_PLACE,
  CANCELLED: WAS_CALLED_OFF,
  LATE: CAME_BACK_LATE,
}

/** The reservations that a report's figure counts; all but those that are OUT by the day of their pick-up. */
export function countedAs(
  count: ReportCount,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Condition[] {
  if (count === 'OUT') return [COUNTED.OUT]
  return [
    COUNTED[count],
    ...(from ? [sql<boolean>`reservation.start_date >= ${from}`] : []),
    ...(to ? [sql<boolean>`reservation.start_date <= ${to}`] : []),
  ]
}
