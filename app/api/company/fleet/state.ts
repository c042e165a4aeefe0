import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { mayBecome, STATE_NUMBERS, stateOfNumber, type VehicleState } from '#app/rules/search/vehicle-state.ts'
import { comingOf, lockOwn, showChanges } from './own-vehicle.ts'

/** On offer, or so were it not for a suspension of the company. */
const OFFERED = [STATE_NUMBERS.OFFERED, STATE_NUMBERS.SUSPENDED]

type Calling = Pick<ApiContext, 'deps'> & { person: Parameters<typeof lockOwn>[1] }

export const pause = api.company.fleet.pause.handler(({ input, context }) => move(context, input.id, 'PAUSED'))
export const resume = api.company.fleet.resume.handler(({ input, context }) => move(context, input.id, 'OFFERED'))
export const retire = api.company.fleet.retire.handler(({ input, context }) => move(context, input.id, 'RETIRED'))

async function move(context: Calling, id: number, to: VehicleState) {
  const { deps, person } = context
  await inTransaction(deps.db, async (tx) => {
    const ad = await lockOwn(tx, person, id)
    await changeState(tx, ad, { to, by: 'COMPANY', now: deps.now() })
  })
  showChanges(context)
  return { id, state: to }
}

/**
 * The one place where a vehicle's state changes; the caller has locked it. Throws VEHICLE_STATE where it may not, and
 * BOOKED_VEHICLE with the reservations to come for one that is to be retired.
 */
export async function changeState(
  tx: Tx,
  ad: { id: number; status: number },
  change: { to: VehicleState; by: 'COMPANY' | 'OPERATOR'; now: Date; reason?: string },
): Promise<void> {
  const { to, by, now, reason = null } = change
  if (!mayBecome(by, stateOfNumber(ad.status), to)) throw errors.VEHICLE_STATE()
  if (to === 'RETIRED') {
    const coming = await comingOf(tx, { ad: ad.id, now })
    if (coming.count > 0) throw errors.BOOKED_VEHICLE({ data: coming })
  }
  await tx
    .updateTable('ad')
    .set({
      status: STATE_NUMBERS[to],
      taken_down_reason: to === 'TAKEN_DOWN' ? reason : null,
      was_offered: to === 'TAKEN_DOWN' && OFFERED.includes(ad.status),
    })
    .where('id', '=', ad.id)
    .execute()
}
