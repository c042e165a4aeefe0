import type { Things } from '#app/api/call/admission/things.ts'
import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { mayBecome, STATE_NUMBERS, stateOfNumber, type VehicleState } from '#app/rules/search/vehicle-state.ts'
import { comingOf, showChanges } from './own-vehicle.ts'

/** Offered, or it would be if its company were not suspended or new. */
const OFFERED = [STATE_NUMBERS.OFFERED, STATE_NUMBERS.SUSPENDED, STATE_NUMBERS.AWAITING_LOOK]

type Calling = Pick<ApiContext, 'deps'> & { tx: Tx; vehicle: Things['vehicle'] }

export const pause = api.company.fleet.pause.handler(({ context }) => move(context, 'PAUSED'))
export const resume = api.company.fleet.resume.handler(({ context }) => move(context, 'OFFERED'))
export const retire = api.company.fleet.retire.handler(({ context }) => move(context, 'RETIRED'))

async function move(context: Calling, to: VehicleState) {
  const { deps, tx, vehicle } = context
  const state = await changeState(tx, vehicle, { to, by: 'COMPANY', now: deps.now() })
  showChanges(context)
  return { id: vehicle.id, state }
}

/**
 * The only place that changes a vehicle's state; the caller has locked it. Returns the state that it has then: an offered vehicle of a
 * suspended or new company waits. `reason` is what an operator's decision says to the company. Throws VEHICLE_STATE for a forbidden change,
 * and BOOKED_VEHICLE with the future reservations for retiring one.
 */
export async function changeState(
  tx: Tx,
  ad: { id: number; status: number },
  change: { to: VehicleState; by: 'COMPANY' | 'OPERATOR'; now: Date; reason?: string },
): Promise<VehicleState> {
  const { to, by, now, reason = null } = change
  if (!mayBecome(by, stateOfNumber(ad.status), to)) throw errors.VEHICLE_STATE()
  if (to === 'RETIRED') {
    const coming = await comingOf(tx, { ad: ad.id, now })
    if (coming.count > 0) throw errors.BOOKED_VEHICLE({ data: coming })
  }
  const { status } = await tx
    .updateTable('ad')
    .set({
      status: STATE_NUMBERS[to],
      taken_down_reason: reason,
      was_offered: to === 'TAKEN_DOWN' && OFFERED.some((status) => status === ad.status),
    })
    .where('id', '=', ad.id)
    .returning('status')
    .executeTakeFirstOrThrow()
  return stateOfNumber(status)
}
