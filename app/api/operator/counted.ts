import { sql } from 'kysely'

/** What the overview counts as paid: whatever became of it afterwards. */
export const IS_PAID = sql<boolean>`(reservation.status not in ('AWAITING_PAYMENT', 'EXPIRED')
  and (reservation.paid > 0 or reservation.payable_now = 0))`

/** What makes the turnover. */
export const IS_SUCCESSFUL = sql<boolean>`reservation.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')`

/** Movements that earn commission, of rentals and of what cancellations leave, or take it back. `posted` is the movement. */
export const IS_EARNING = sql<boolean>`posted.kind in ('COMMISSION', 'RETAINED', 'UNDONE')`
