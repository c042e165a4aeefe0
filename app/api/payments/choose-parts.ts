import { endUnpaid } from '#app/api/books/end-unpaid.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { storePlan } from '#app/api/reservations/monthly/plan.ts'
import { guardNotStaff } from '#app/api/reservations/read/own.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { isHeld, type ReservationRow, zoneOf } from '#app/db/reservation.ts'
import { CHECKED, UNDER_WAY, UNVERIFIED } from '#app/rules/money/payment/payment-status.ts'
import { isMonthly } from '#app/rules/reservation/monthly/parts.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/**
 * Chooses whether a long rental that waits for its first payment is paid in monthly parts: then that payment is the first
 * part. Twice is once. A payment of another amount that was started ends; if its bank has the money after all, that goes
 * back. Throws NOT_PAYABLE where nothing waits, a payment is being checked, or the company offers no parts. Source: issue
 * 19, A.
 */
export const chooseParts = api.reservations.monthly.choose.handler(async ({ input, context: { deps, person } }) =>
  inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, input.id)
    guardNotStaff(reservation, person)
    const { id } = reservation
    if (!isHeld(reservation, deps.now()) || reservation.quote === 'OPEN') throw errors.NOT_PAYABLE()
    const plan = await tx
      .selectFrom('rental_plan')
      .select('payable_before')
      .where('reservation_id', '=', id)
      .executeTakeFirst()
    if (Boolean(plan) === input.monthly) return { id, payable_now: reservation.payable_now }
    await endStarted(deps, tx, id)
    const payable_now = plan ? plan.payable_before : await firstPart(deps, tx, reservation)
    if (plan) await tx.deleteFrom('rental_plan').where('reservation_id', '=', id).execute()
    await tx.updateTable('reservation').set({ payable_now }).where('id', '=', id).execute()
    return { id, payable_now }
  }),
)

async function firstPart(deps: Deps, tx: Tx, reservation: ReservationRow): Promise<number> {
  const { monthly_parts } = await tx
    .selectFrom('company')
    .select('monthly_parts')
    .where('id', '=', reservation.company_id)
    .executeTakeFirstOrThrow()
  if (!monthly_parts || !isMonthly(reservation.days)) throw errors.NOT_PAYABLE()
  const at = deps.now()
  return storePlan(tx, { reservation, firstDue: dateIn(await zoneOf(tx, reservation), at), at })
}

/** Ends the payment that was started for another amount. Throws NOT_PAYABLE while its bank is being asked. */
async function endStarted(deps: Deps, tx: Tx, reservation: string) {
  const open = await tx
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('status', 'in', UNDER_WAY)
    .execute()
  if (open.some(({ status }) => CHECKED.includes(status))) throw errors.NOT_PAYABLE()
  for (const payment of open)
    await endUnpaid(tx, payment, { from: UNVERIFIED, status: 'EXPIRED', reason: 'replaced', at: deps.now() })
}
