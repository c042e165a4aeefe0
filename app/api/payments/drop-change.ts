import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { lastChange } from '#app/api/reservations/change/changeable.ts'

/**
 * Withdraws a change that waits for its payment: the reservation stays as it was (*ours*). Withdrawing twice does nothing
 * more. Throws NOT_CHANGEABLE where the last change has applied meanwhile.
 */
export const dropChange = api.reservations.dropChange.handler(async ({ context: { deps, tx, reservation } }) => {
  const { id } = reservation
  const dropped = await endWaitingChange(tx, id, { status: 'CANCELLED', at: deps.now() })
  if (!dropped && (await lastChange(tx, id))?.status === 'DONE') throw errors.NOT_CHANGEABLE()
  return { id, dropped }
})
