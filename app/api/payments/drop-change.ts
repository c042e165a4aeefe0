import { api, type Tx } from '#app/api/call/context.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { endUnpaid } from './record.ts'

/** Withdraws a change that waits for its payment: the reservation stays as it was (*ours*). */
export const dropChange = api.reservations.dropChange.handler(async ({ context: { deps, tx, reservation } }) => {
  const { id } = reservation
  const dropped = await endWaitingChange(tx, id, 'CANCELLED')
  if (dropped) await endPayment(tx, id, deps.now())
  return { id, dropped }
})

/** The wallet's part is returned at once; a late payment by the bank is reversed when it arrives. */
async function endPayment(tx: Tx, reservation: string, at: Date) {
  const from = ['CREATED' as const, 'REDIRECTED' as const]
  const open = await tx
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('change_id', 'is not', null)
    .where('status', 'in', from)
    .executeTakeFirst()
  if (open) await endUnpaid(tx, open, { from, status: 'CANCELLED', reason: 'change dropped', at })
}
