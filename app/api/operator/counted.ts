import { sql } from 'kysely'
import { SHARING } from '#app/api/books/movements.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { SUCCESSFUL, UNPAID } from '#app/rules/reservation/reservation-status.ts'

/** What the overview counts as paid, even if it was cancelled later. */
export const IS_PAID = sql<boolean>`(reservation.status not in ${literalList(UNPAID)}
  and (reservation.paid > 0 or reservation.payable_now = 0))`

/** What counts for the turnover. */
export const IS_SUCCESSFUL = sql<boolean>`reservation.status in ${literalList(SUCCESSFUL)}`

/** Movements that earn commission, for rentals and for cancellations, or take it back. `posted` is the movement. */
export const IS_EARNING = sql<boolean>`posted.kind in ${literalList(SHARING)}`
