import { api } from '#app/api/call/context.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'

/** Withdraws a change that waits for its payment: the reservation stays as it was (*ours*). */
export const dropChange = api.reservations.dropChange.handler(async ({ context: { deps, tx, reservation } }) => {
  const { id } = reservation
  const dropped = await endWaitingChange(tx, id, { status: 'CANCELLED', at: deps.now() })
  return { id, dropped }
})
