import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { rangeBeyond } from '#app/rules/reservation/reservation-change.ts'
import type { QuotedChange } from './quote-change.ts'
import { takenByChange } from './taken-by-change.ts'

/** Holds the additional time. Throws VEHICLE_TAKEN. */
export async function holdBeyond(
  tx: Tx,
  { reservation, change }: { reservation: ReservationRow; change: QuotedChange & { id: string; hold_until: Date } },
) {
  for (const { start, end } of await partsBeyond(tx, reservation, change)) {
    const held = await tx
      .insertInto('busy')
      .values({
        ad_id: reservation.ad_id,
        kind: 'RESERVATION',
        status: BUSY.HELD,
        change_id: change.id,
        start_at: start,
        end_at: end,
        hold_until: change.hold_until,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!held) throw errors.VEHICLE_TAKEN()
  }
}

/** The parts of what the change takes of the vehicle that the reservation does not have already. */
export async function partsBeyond(db: Kysely<DB>, reservation: ReservationRow, { quoted, wanted }: QuotedChange) {
  const taken = await db
    .selectFrom('busy')
    .select(['start_at', 'end_at'])
    .where('reservation_id', '=', reservation.id)
    .executeTakeFirstOrThrow()
  const former = { start: taken.start_at, end: taken.end_at }
  return rangeBeyond(takenByChange(reservation, { wanted, former, gap: quoted.ad.gap }), former)
}
