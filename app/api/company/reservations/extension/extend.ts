import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { takeAtDesk } from '#app/api/company/protocols/desk-money.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { applyChange, lockVehicle, takeWantedTime } from '#app/api/reservations/change/apply-change.ts'
import { type ChangeRow, pendingChange } from '#app/api/reservations/change/changeable.ts'
import { holdBeyond } from '#app/api/reservations/change/hold-beyond.ts'
import type { QuotedChange } from '#app/api/reservations/change/quote-change.ts'
import { quoteExtensionOf } from '#app/api/reservations/extension/quote-extension.ts'
import { shownExtension } from '#app/api/reservations/extension/shown-extension.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import type { StaffExtension } from '#app/contract/company/reservations/extensions.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { extensionHold, isExtendable } from '#app/rules/reservation/reservation-change.ts'
import { paymentsIn } from '#app/rules/reservation/staff-booking.ts'

type Form = z.infer<typeof StaffExtension>
type Asked = { id: string; form: Form; shown_total: number | undefined; person: Person }

/**
 * Staff give a customer more time: by a link, for which the vehicle is held for two hours; or at once, paid at the desk
 * now or with the rest of the rent. Throws VEHICLE_TAKEN, PRICE_CHANGED, INVALID_FIELDS, NOT_CHANGEABLE while another
 * change is under way. Source: issue 19, A.
 */
export const extend = api.company.reservations.extensions.extend.handler(async ({ input, context }) => {
  const { deps, reservation, person } = context
  const { id: _, shown_total, ...form } = input
  await expireHolds(deps, { ad: reservation.ad_id })
  return inTransaction(deps.db, (tx) => giveTime(deps, tx, { id: reservation.id, form, shown_total, person }))
})

async function giveTime(deps: Deps, tx: Tx, { id, form, shown_total, person }: Asked) {
  const now = deps.now()
  const { payment, received, reference, ...end } = form
  const reservation = await lockReservation(tx, id)
  if (!isExtendable(reservation) || (await pendingChange(tx, id, now))) throw errors.NOT_CHANGEABLE()
  await lockVehicle(tx, reservation.ad_id)
  const quote = await quoteExtensionOf(tx, { reservation, end, now, byStaff: true })
  const { bill } = quote.quoted
  const more = bill.total - reservation.total
  if (!paymentsIn(bill.currency).includes(payment)) throw invalidFields({ payment: ['not_offered'] })
  const isTakenNow = payment === 'CASH' || payment === 'CARD'
  const amount = isTakenNow ? (received ?? more) : 0
  if (amount > more) throw invalidFields({ received: ['more_than_due'] })
  guardPrice(reservation, quote, shown_total)
  const change = await insertExtension(tx, {
    ...{ reservation, quote, isOnline: payment === 'LINK', person, now },
  })
  if (change.status === 'AWAITING_PAYMENT') await offer(deps, tx, { reservation, quote, change })
  else await applyNow(deps, tx, { reservation, change })
  await takeAtDesk(tx, await lockReservation(tx, id), {
    ...{ purpose: 'RENT', way: payment === 'CARD' ? 'CARD' : 'CASH', amount, reference, by: person.id, at: now },
  })
  return shownExtension(change, { now, booked: reservation.lines })
}

/** Throws PRICE_CHANGED where the total is not the one that the caller saw. */
function guardPrice(
  { trust: trust_type, guarantee_amount }: ReservationRow,
  { quoted: { bill } }: QuotedChange,
  shown: number | undefined,
): void {
  if (shown !== undefined && shown !== bill.total)
    throw errors.PRICE_CHANGED({ data: { shown, now: { ...bill, trust_type, guarantee_amount } } })
}

type Inserted = { reservation: ReservationRow; quote: QuotedChange; isOnline: boolean; person: Person; now: Date }

/** What is not paid online is a part of the rest, which is collected at the desk. */
function insertExtension(tx: Tx, { reservation, quote, isOnline, person, now }: Inserted): Promise<ChangeRow> {
  const { wanted, quoted } = quote
  const waits = isOnline && quote.difference > 0
  return tx
    .insertInto('reservation_change')
    .values({
      ...{ id: publicId(), reservation_id: reservation.id, kind: 'EXTENSION', actor: actorOf(person) },
      status: waits ? 'AWAITING_PAYMENT' : 'DONE',
      wanted: JSON.stringify(wanted),
      lines: JSON.stringify(quoted.bill.lines),
      total: quoted.bill.total,
      payable_now: isOnline ? quoted.bill.payable_now : reservation.payable_now,
      difference: isOnline ? quote.difference : 0,
      hold_until: waits ? extensionHold({ now, wantedEnd: quoted.chosen.end_at }) : null,
      ...{ created_at: now, answered_at: now, answered_by: person.id },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Offered = { reservation: ReservationRow; quote: QuotedChange; change: ChangeRow }

/** Holds the time of an extension until it is paid, and notifies the customer. Throws VEHICLE_TAKEN. */
export async function offer(deps: Deps, tx: Tx, { reservation, quote, change }: Offered): Promise<void> {
  const { id, hold_until, difference } = change
  if (!hold_until) throw new Error(`the extension ${id} is not held`)
  await holdBeyond(tx, { reservation, change: { ...quote, id, hold_until } })
  await notify(deps, tx, {
    ...{ kind: 'extensionAccepted', reservation: reservation.id, amount: difference, until: hold_until },
    wanted: new Date(change.wanted.end_at),
  })
}

/** Applies an extension that costs nothing now. Throws VEHICLE_TAKEN. */
export async function applyNow(deps: Deps, tx: Tx, changing: { reservation: ReservationRow; change: ChangeRow }) {
  if (!(await takeWantedTime(tx, changing))) throw errors.VEHICLE_TAKEN()
  await applyChange(deps, tx, changing, true)
}
