import { sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { gapOf } from '#app/db/prices/gap.ts'

/**
 * Gives the coming and running reservations of vehicles, or of a company's vehicles without a gap of their own, the gap that was
 * just written: each keeps its vehicle for so long after its return, or until what is next on that vehicle where that begins sooner.
 * A booking at the same time makes the exclusion constraint refuse one of the two.
 */
export async function spreadGap(tx: Tx, of: { ads: readonly number[] } | { company: number }): Promise<void> {
  const these =
    'ads' in of
      ? sql`ad.id = any(${[...of.ads]}::int[])`
      : sql`ad.company_id = ${of.company} and ad.gap_minutes is null`
  await sql`
    update busy set end_at = greatest(reservation.end_at, least(
      reservation.end_at + make_interval(mins => ${gapOf()}),
      (select min(next.start_at) from busy next where next.ad_id = busy.ad_id and next.id <> busy.id
        and next.status in (1, 2) and next.start_at >= reservation.end_at)))
    from reservation, ad, company
    where reservation.id = busy.reservation_id and ad.id = busy.ad_id and company.id = ad.company_id and ${these}
      and busy.status in (1, 2) and busy.change_id is null
      and reservation.status in ('AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE')`.execute(tx)
}
