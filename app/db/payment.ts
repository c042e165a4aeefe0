import type { Kysely, Selectable } from 'kysely'
import type { DB, Payment } from '#app/db/connection/schema.ts'

export type PaymentRow = Selectable<Payment>

/** The payment that a reservation's page shows: the one that paid it, else the latest. */
export function readPaymentOf(db: Kysely<DB>, reservation: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('proposal_id', 'is', null)
    .where('part_id', 'is', null)
    .where('deposit_id', 'is', null)
    .orderBy(
      (of) => of('settled_as', '=', 'RESERVATION'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
