import type { z } from 'zod'
import { guardBanned } from '#app/api/account/bans.ts'
import { belongsToEmail } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { answeredBefore, askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { takeAtDesk } from '#app/api/company/protocols/desk-money.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { storePlan } from '#app/api/reservations/monthly/plan.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { blockOf } from '#app/api/reservations/reserve/blocked-customer.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { shownBill } from '#app/api/reservations/reserve/quote.ts'
import { guardFree, rentalColumns, takeVehicle } from '#app/api/reservations/reserve/take-vehicle.ts'
import type { StaffBooking } from '#app/contract/company/reservations/bookings.ts'
import type { Reserved } from '#app/contract/reservations/reservations.ts'
import { noteEvents, numberOf, zoneOf } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'
import { isMonthly } from '#app/rules/reservation/monthly/parts.ts'
import { holdEnd, paymentsIn } from '#app/rules/reservation/staff-booking.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { type CheckedCustomer, checkedCustomer } from './customer.ts'
import { type QuotedBooking, quoteBooking } from './quoted-booking.ts'

type Form = z.infer<typeof StaffBooking>
export type Answer = z.infer<typeof Reserved>
/** A booking that was checked, with who makes it. */
export type Booking = QuotedBooking & { form: Form; customer: CheckedCustomer; person: Person; language: Language }

/**
 * Books a vehicle for a customer at the counter or on the phone: confirmed at once, or held for a payment by link. The
 * same guard as on the site decides who gets a vehicle; the others get VEHICLE_TAKEN. Safe to repeat with an
 * Idempotency-Key. Source: issue 19, A.
 */
export const book = api.company.reservations.book.handler(async ({ input, context }) => {
  const { deps, person, vehicle, idempotencyKey } = context
  const ask = askOf(`book ${vehicle.company_id}`, idempotencyKey, input)
  const earlier = await answeredBefore<Answer>(deps.db, ask)
  if (earlier) return earlier

  const booking = await checkedBooking(deps, input, { person, language: context.language })
  await expireHolds(deps, { ad: vehicle.id })
  return inTransaction(deps.db, async (tx) => {
    const first = await takeKey<Answer>(tx, ask, deps.now())
    if (first) return first
    const answer = await writeBooking(deps, tx, booking)
    await keepAnswer(tx, ask, answer)
    return answer
  })
})

/**
 * What staff typed, checked: price, customer, bans and blocks. Throws INVALID_FIELDS with all that is wrong, CUSTOMER_BLOCKED,
 * PRICE_CHANGED.
 */
export async function checkedBooking(
  deps: Deps,
  form: Form,
  by: { person: Person; language: Language },
): Promise<Booking> {
  const { db } = deps
  const { person } = by
  const now = deps.now()
  const quoted = await quoteBooking(db, form, { person, now })
  const { ad, bill } = quoted
  const { customer, fieldErrors, values } = await checkedCustomer(db, form, { ad, pickUp: form.start_date })
  if (!paymentsIn(ad.currency).includes(form.payment)) fieldErrors.payment = ['not_offered']
  if (form.monthly && !isMonthly(bill.days)) fieldErrors.monthly = ['not_monthly']
  if (atDesk(form) && (form.received ?? bill.total) > bill.total) fieldErrors.received = ['more_than_due']
  if (!customer || Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors, values)
  await guardBanned(db, customer)
  const blocked = await blockOf(db, { ...customer, company: ad.company_id })
  if (blocked) throw errors.CUSTOMER_BLOCKED({ data: { why: blocked.reason } })
  if (form.shown_total !== undefined && form.shown_total !== bill.total)
    throw errors.PRICE_CHANGED({ data: { shown: form.shown_total, now: shownBill(quoted) } })
  return { ...quoted, form, customer, person, language: form.language ?? by.language }
}

const atDesk = ({ payment }: Form): boolean => payment === 'CASH' || payment === 'CARD'

async function writeBooking(deps: Deps, tx: Tx, booking: Booking): Promise<Answer> {
  const { form, chosen, bill, person } = booking
  const now = deps.now()
  await guardFree(tx, booking, now)
  const id = publicId()
  const byLink = form.payment === 'LINK'
  const hold_until = byLink ? holdEnd(form.hold, { now, pickUp: chosen.start_at }) : null
  const payable_now = byLink ? bill.payable_now : 0
  const status = byLink ? 'AWAITING_PAYMENT' : 'CONFIRMED'
  const number = await insertBooking(tx, booking, { id, now, status, hold_until, payable_now })
  await takeVehicle(tx, booking, { id, hold_until })
  await noteEvents(tx, [id], { status, actor: actorOf(person), by: person.id, at: now })
  await noteBooking(tx, booking, { id, now })
  const first = form.monthly ? await planMonths(tx, id, { byLink, now }) : null
  if (atDesk(form)) await takePayment(tx, booking, { id, now, amount: first ?? bill.total })
  await notify(deps, tx, { kind: byLink ? 'reserved' : 'confirmed', reservation: id })
  const { total, currency } = bill
  const payable = first !== null && byLink ? first : payable_now
  return { id, number, status, hold_until: hold_until?.toISOString() ?? null, total, payable_now: payable, currency }
}

/** The note for colleagues, if there is one. */
export async function noteBooking(tx: Tx, { form, person }: Booking, { id, now }: { id: string; now: Date }) {
  if (!form.note) return
  await tx
    .insertInto('reservation_note')
    .values({ reservation_id: id, account_id: person.id, body: form.note, at: now })
    .execute()
}

/**
 * Splits the price into monthly parts; the first is due today where it is paid by link, otherwise at the hand-over. Returns
 * its amount.
 */
async function planMonths(tx: Tx, id: string, { byLink, now }: { byLink: boolean; now: Date }): Promise<number> {
  const reservation = await lockReservation(tx, id)
  const firstDue = byLink ? dateIn(await zoneOf(tx, reservation), now) : reservation.start_date
  const first = await storePlan(tx, { reservation, firstDue, at: now })
  if (byLink) await tx.updateTable('reservation').set({ payable_now: first }).where('id', '=', id).execute()
  return first
}

type AtDesk = { id: string; now: Date; amount: number }

async function takePayment(tx: Tx, { form, person }: Booking, { id, now, amount }: AtDesk) {
  const { received = amount, reference } = form
  const way = form.payment === 'CARD' ? 'CARD' : 'CASH'
  const reservation = await lockReservation(tx, id)
  await takeAtDesk(tx, reservation, { purpose: 'RENT', way, amount: received, reference, by: person.id, at: now })
}

type Written = {
  id: string
  now: Date
  status: 'AWAITING_PAYMENT' | 'CONFIRMED'
  hold_until: Date | null
  payable_now: number
  /** Set for an offer that the customer accepts first. */
  quote?: 'OPEN'
}

/** Writes the reservation of a booking by staff, and returns its number. */
export async function insertBooking(tx: Tx, booking: Booking, { now, ...written }: Written): Promise<string> {
  const { ad, form, customer, choice, person } = booking
  const { number } = await tx
    .insertInto('reservation')
    .values({
      ...rentalColumns(booking, choice),
      ...written,
      ...customer,
      by_email: await belongsToEmail(tx, { phone: customer.phone, email: customer.email ?? undefined }),
      language: booking.language,
      source: form.source,
      booked_by: person.id,
      price_reason: form.day_price === undefined ? null : (form.price_reason ?? null),
      price_note: form.price_note ?? null,
      commission_percent: ad.own_booking_percent,
      network_address: '',
      created_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return numberOf({ number })
}
