import { sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'

/**
 * Gives the coming and running reservations of a company its new gap (minutes): each keeps its vehicle for so long after
 * its return, or until what is next on that vehicle where that begins sooner. A booking at the same time makes the exclusion
 * constraint refuse one of the two.
 */
export async function spreadGap(tx: Tx, { company, minutes }: { company: number; minutes: number }): Promise<void> {
  await sql`
    update busy set end_at = greatest(reservation.end_at, least(
      reservation.end_at + make_interval(mins => ${minutes}),
      (select min(next.start_at) from busy next where next.ad_id = busy.ad_id and next.id <> busy.id
        and next.status in (1, 2) and next.start_at >= reservation.end_at)))
    from reservation
    where reservation.id = busy.reservation_id and reservation.company_id = ${company} and busy.status in (1, 2)
      and busy.change_id is null
      and reservation.status in ('AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE')`.execute(tx)
}
