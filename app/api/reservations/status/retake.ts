import type { Tx } from '#app/api/call/context.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { ReservationRow } from '#app/db/reservation.ts'

/**
 * Takes the vehicle of an expired hold again; false if somebody else has it now. An update would violate the exclusion
 * constraint and abort the whole transaction, so a new row is inserted (data.md, "The hot tables").
 */
export async function retakeVehicle(tx: Tx, reservation: ReservationRow): Promise<boolean> {
  const former = await tx
    .deleteFrom('busy')
    .where('reservation_id', '=', reservation.id)
    .returning(['ad_id', 'start_at', 'end_at'])
    .executeTakeFirstOrThrow()
  const row = { ...former, kind: 'RESERVATION' as const, reservation_id: reservation.id }
  const taken = await tx
    .insertInto('busy')
    .values({ ...row, status: BUSY.FIRM })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (taken) return true
  await tx
    .insertInto('busy')
    .values({ ...row, status: BUSY.RELEASED })
    .execute()
  return false
}
