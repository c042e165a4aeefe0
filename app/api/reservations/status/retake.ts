import type { Tx } from '#app/api/call/context.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

const GONE = [STATE_NUMBERS.RETIRED, STATE_NUMBERS.TAKEN_DOWN, STATE_NUMBERS.SUSPENDED]

/**
 * Takes the vehicle of an expired hold again; false if somebody else has it now, or if it has left the offer for more than
 * a pause: it was retired or taken down, or its company is suspended. An update would violate the exclusion
 * constraint and abort the whole transaction, so a new row is inserted (data.md, "The hot tables").
 */
export async function retakeVehicle(tx: Tx, reservation: ReservationRow): Promise<boolean> {
  if (!(await mayStillBeRented(tx, reservation.ad_id))) return false
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

/** Locks the vehicle, so that it does not leave the fleet meanwhile. */
async function mayStillBeRented(tx: Tx, ad: number): Promise<boolean> {
  const rentable = await tx
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select('ad.id')
    .where('ad.id', '=', ad)
    .where('ad.status', 'not in', GONE)
    .where('company.suspended_at', 'is', null)
    .forShare('ad')
    .executeTakeFirst()
  return rentable !== undefined
}
