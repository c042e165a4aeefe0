import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { applyChange, endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { guardNotStaff } from '#app/api/reservations/read/own.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import { readPlan } from '#app/db/monthly.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { type QuotedEnd, quoteEndOf, shownEnd } from './quote-end.ts'
import { shownPlan } from './shown-plan.ts'

/** The plan of a reservation, for whoever has its id. */
export const readMonthly = api.reservations.monthly.read.handler(async ({ input: { id }, context: { deps } }) => {
  const reservation = await readReservation(deps.db, id)
  const monthly = await readPlan(deps.db, reservation, deps.now())
  if (!monthly) throw errors.NOT_FOUND()
  return shownPlan(deps.db, { reservation, monthly })
})

/** The price of an early end, for whoever has the reservation's id. */
export const quoteEnd = api.reservations.monthly.quoteEnd.handler(async ({ input, context: { deps } }) => {
  const reservation = await readReservation(deps.db, input.id)
  const { end_date } = input
  return shownEnd(reservation, await quoteEndOf(deps.db, { reservation, end_date, now: deps.now(), byStaff: false }))
})

/**
 * Ends a rental earlier for its customer. The same day again gives the same answer. Throws NOT_CHANGEABLE also where
 * money would go back that came in at the desk: then only the company can end it; PRICE_CHANGED.
 */
export const endRental = api.reservations.monthly.end.handler(async ({ input, context: { deps, person } }) =>
  inTransaction(deps.db, async (tx) => {
    const { id, end_date, shown_total } = input
    const reservation = await lockReservation(tx, id)
    guardNotStaff(reservation, person)
    return endEarly(deps, tx, { reservation, end_date, shown_total, actor: 'CUSTOMER' })
  }),
)

type Ending = {
  reservation: ReservationRow
  end_date: CalendarDate
  shown_total: number | undefined
} & (
  | { actor: 'CUSTOMER' }
  | {
      actor: 'COMPANY' | 'OPERATOR'
      person: Person
      /** Gives back at the desk what came in there. */
      giveBack: (amount: number) => Promise<void>
    }
)

/**
 * Ends a rental on an earlier day: a change that applies at once, by which unused parts fall away and what was paid too
 * much goes back through the ledger. The caller has locked the reservation.
 */
export async function endEarly(deps: Deps, tx: Tx, ending: Ending) {
  const { reservation, end_date, shown_total, actor } = ending
  const { id } = reservation
  const now = deps.now()
  const before = await endedBefore(tx, reservation, end_date)
  if (before) return before
  const quote = await quoteEndOf(tx, { reservation, end_date, now, byStaff: actor !== 'CUSTOMER' })
  const shown = shownEnd(reservation, quote)
  if (shown_total !== undefined && shown_total !== quote.bill.total)
    throw errors.PRICE_CHANGED({ data: { shown: shown_total, now: shown } })
  if (quote.desk_back > 0) {
    if (ending.actor === 'CUSTOMER') throw errors.NOT_CHANGEABLE()
    await ending.giveBack(quote.desk_back)
  }
  await endWaitingChange(tx, id, { status: 'CANCELLED', at: now })
  const by = ending.actor === 'CUSTOMER' ? null : ending.person.id
  const change = await insertEnd(tx, { reservation, quote, actor, by, now })
  await applyChange(deps, tx, { reservation, change })
  return shown
}

/** The answer of an earlier request for the same day; null if there was none. */
async function endedBefore(tx: Tx, reservation: ReservationRow, end_date: CalendarDate) {
  if (reservation.end_date !== end_date) return null
  const done = await tx
    .selectFrom('reservation_change')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', 'EARLY_END')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!done || done.wanted.end_date !== end_date) return null
  const { days, lines, total, payable_now, end_time } = reservation
  const monthly = await readPlan(tx, reservation, done.created_at)
  const received = monthly?.received ?? 0
  const bill = { currency: currencyIn(reservation), days, lines, total, payable_now }
  return {
    ...{ ...bill, due_at_desk: deskPart({ total, payable_now }), end_date, end_time, received },
    ...{ trust_type: reservation.trust, guarantee_amount: reservation.guarantee_amount },
    ...{ left: Math.max(0, total - received), refund: -Math.min(0, done.difference), desk_back: 0 },
  }
}

type Inserted = {
  reservation: ReservationRow
  quote: QuotedEnd
  actor: Ending['actor']
  by: string | null
  now: Date
}

function insertEnd(tx: Tx, { reservation, quote, actor, by, now }: Inserted) {
  const { bill, wanted, refund } = quote
  return tx
    .insertInto('reservation_change')
    .values({
      ...{ id: publicId(), reservation_id: reservation.id, kind: 'EARLY_END', actor, status: 'DONE' },
      wanted: JSON.stringify(wanted),
      lines: JSON.stringify(bill.lines),
      ...{ total: bill.total, payable_now: bill.payable_now, difference: refund === 0 ? 0 : -refund },
      ...{ hold_until: null, created_at: now, answered_at: now, answered_by: by },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
