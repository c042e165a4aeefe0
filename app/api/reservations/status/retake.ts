import type { Tx } from '#app/api/call/context.ts'
import type { ReservationRow } from '#app/db/reservation.ts'

/**
 * Takes the vehicle of a hold that had ended once more; false when somebody else has it by now. An update would fail on
 * the guard against overlap and with it the whole transaction, so a new row is made (data.md, "The hot tables").
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
    .values({ ...row, status: 2 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (taken) return true
  await tx
    .insertInto('busy')
    .values({ ...row, status: 0 })
    .execute()
  return false
}
