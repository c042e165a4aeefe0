import { sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { ReservationRow } from '#app/db/reservation.ts'

/**
 * A monthly part was paid online: it becomes a part of what is paid online for the reservation, and the customer is
 * notified, with the invoice. The caller has locked the reservation, holds the money as a prepayment, and has checked
 * that the part is the next one and this is what is left of it.
 */
export async function payPart(
  deps: Deps,
  tx: Tx,
  { reservation: { id }, paid, payment }: { reservation: ReservationRow; paid: number; payment: string },
): Promise<void> {
  await tx
    .updateTable('reservation')
    .set({ payable_now: sql`payable_now + ${paid}`, paid: sql`paid + ${paid}` })
    .where('id', '=', id)
    .execute()
  // A change that is under way, or could still be paid, was priced without it.
  await tx
    .updateTable('reservation_change')
    .set({ payable_now: sql`payable_now + ${paid}` })
    .where('reservation_id', '=', id)
    .where('status', 'in', ['ASKED', 'AWAITING_PAYMENT', 'EXPIRED'])
    .execute()
  await notify(deps, tx, { kind: 'paymentReceived', reservation: id, amount: paid, payment })
}
