import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { confirmReservation } from '#app/api/reservations/status/confirm.ts'
import { type DeskMoneyRow, deskMoneyOf } from '#app/db/protocol.ts'
import { currencyIn, isHeldByStaff, type ReservationRow } from '#app/db/reservation.ts'
import { UNDER_WAY } from '#app/rules/money/payment/payment-status.ts'
import { SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { takeAtDesk } from './desk-money.ts'
import { dueOf, openRentOf } from './open-rent.ts'

/**
 * Records rent that was received at the desk, at any time from the confirmation on; what staff booked and nobody has
 * paid by its link yet is confirmed by that. `due` is the open amount that the
 * page showed: the same form sent twice by one person counts once. Throws INVALID_FIELDS for more than is due,
 * STATUS_CONFLICT if somebody has recorded something since, or nothing can be received in this status. Source: *ours*.
 */
export const recordRent = api.company.protocols.recordRent.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { amount, way, reference, due } = input
  const { id } = reservation
  const money = await deskMoneyOf(tx, id)
  const writtenOff = (await openRentOf(tx, id))?.written_off?.amount ?? 0
  const waits = isHeldByStaff(reservation, deps.now())
  const left = dueOf(waits ? { ...reservation, payable_now: 0 } : reservation, money, writtenOff)
  if (left !== due) {
    if (left + amount === due && isLastOf(money, { person, amount, way })) return answerOf(reservation, left)
    throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  }
  if (!waits && !SUCCESSFUL.includes(reservation.status))
    throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  if (amount > left) throw invalidFields({ amount: ['more_than_due'] })
  if (waits) await confirmAtDesk(deps, tx, { reservation, by: person.id })
  await takeAtDesk(tx, reservation, { purpose: 'RENT', way, amount, reference, by: person.id, at: deps.now() })
  return answerOf(reservation, left - amount)
})

/** Nothing is paid online any more. Throws STATUS_CONFLICT while a payment is on its way, which could take it twice. */
async function confirmAtDesk(deps: Deps, tx: Tx, { reservation, by }: { reservation: ReservationRow; by: string }) {
  const { id, status } = reservation
  const open = await tx
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', id)
    .where('status', 'in', UNDER_WAY)
    .executeTakeFirst()
  if (open) throw errors.STATUS_CONFLICT({ data: { status } })
  await tx.updateTable('reservation').set({ payable_now: 0 }).where('id', '=', id).execute()
  await confirmReservation(deps, tx, reservation, { byStaff: by })
}

/** Writes off the open rent of a closed rental, with a reason. Twice is once. Throws STATUS_CONFLICT. */
export const writeOffRent = api.company.protocols.writeOffRent.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { reason, due } = input
  const { id } = reservation
  const open = await openRentOf(tx, id)
  if (open?.written_off?.amount === due) return answerOf(reservation, 0)
  const left = dueOf(reservation, await deskMoneyOf(tx, id))
  if (reservation.status !== 'COMPLETED' || !open || open.written_off || left === 0 || left !== due)
    throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  await tx
    .updateTable('open_rent')
    .set({
      ...{ written_off: left, written_off_reason: reason, written_off_by: person.id, written_off_at: deps.now() },
    })
    .where('reservation_id', '=', id)
    .execute()
  return answerOf(reservation, 0)
})

function isLastOf(
  money: readonly DeskMoneyRow[],
  { person, amount, way }: { person: Person; amount: number; way: DeskMoneyRow['way'] },
): boolean {
  const last = money.findLast(({ purpose }) => purpose === 'RENT')
  return last?.account_id === person.id && last.amount === amount && last.way === way
}

function answerOf(reservation: ReservationRow, due: number) {
  return { id: reservation.id, due, currency: currencyIn(reservation) }
}
