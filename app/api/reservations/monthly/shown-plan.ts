import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { MonthlyPlan as Shown } from '#app/contract/reservations/monthly.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { MonthlyPlan } from '#app/db/monthly.ts'
import { deskMoneyOf } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { coveredBy, earlyEnds, nextPart, takesParts } from '#app/rules/reservation/monthly/plan.ts'
import { addDays, daysBetween } from '#app/rules/time/calendar-date.ts'

/** A plan as the contract defines it; `byStaff` needs no notice for an early end. */
export async function shownPlan(
  db: Kysely<DB>,
  { reservation, monthly, byStaff = false }: { reservation: ReservationRow; monthly: MonthlyPlan; byStaff?: boolean },
): Promise<z.infer<typeof Shown>> {
  const { plan, parts, received, today, time } = monthly
  const { total, days, status, start_date, end_date, end_time } = reservation
  const receipts = coveredBy(parts, await receiptsOf(db, reservation.id))
  const next = takesParts(reservation) ? nextPart(parts) : undefined
  const notice = byStaff ? 0 : plan.notice_days
  return {
    currency: currencyIn(reservation),
    ...{ total, received, days },
    day: status === 'ACTIVE' ? Math.min(days, Math.max(1, daysBetween(start_date, today) + 1)) : null,
    parts: parts.map(({ id, position, days, starts_on, due_on, amount, left, state, days_late }, index) => ({
      ...{ id, position, days, starts_on, due_on, amount, left, state, days_late },
      paid: shownReceipt(left === 0 ? receipts[index] : undefined),
    })),
    next: next?.position ?? null,
    grace_days: plan.grace_days,
    grace_until: next ? addDays(next.due_on, plan.grace_days) : null,
    notice_days: plan.notice_days,
    ends:
      status === 'ACTIVE'
        ? earlyEnds({ today, notice, start: start_date, end: end_date, isPast: end_time <= time })
        : null,
  }
}

type Receipt = { at: Date; amount: number; payment: string | null }

function shownReceipt(receipt: Receipt | null | undefined) {
  if (!receipt) return null
  const { at, payment } = receipt
  return { at: at.toISOString(), by: payment ? ('ONLINE' as const) : ('DESK' as const), payment }
}

/** What came in of the rent, online and at the desk, oldest first. */
async function receiptsOf(db: Kysely<DB>, reservation: string): Promise<Receipt[]> {
  const [payments, money] = await Promise.all([
    db
      .selectFrom('payment')
      .select(['id', 'amount', 'wallet_amount', 'settled_at'])
      .where('reservation_id', '=', reservation)
      .where('settled_as', '=', 'RESERVATION')
      .where('status', '=', 'PAID')
      .execute(),
    deskMoneyOf(db, reservation),
  ])
  const online = payments.flatMap(({ id, settled_at, ...payment }) =>
    settled_at ? [{ at: settled_at, amount: wholePayment(payment), payment: id }] : [],
  )
  const desk = money
    .filter(({ purpose }) => purpose === 'RENT')
    .map(({ at, amount }) => ({ at, amount, payment: null }))
  return [...online, ...desk].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
