import type { Tx } from '#app/api/call/context.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { takeAtDesk } from '#app/api/company/protocols/desk-money.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endEarly } from '#app/api/reservations/monthly/end-early.ts'
import { quoteEndOf, shownEnd } from '#app/api/reservations/monthly/quote-end.ts'
import { shownPlan } from '#app/api/reservations/monthly/shown-plan.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { type CoveredPart, readPlan } from '#app/db/monthly.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { POSTPONE_DAYS_MAX } from '#app/rules/reservation/monthly/parts.ts'
import { nextPart, takesParts } from '#app/rules/reservation/monthly/plan.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/** The link goes to a customer once in this time, whoever of the staff sends it. Source: *ours*. */
const LINK_AGAIN_MS = 10 * MINUTE_MS

const NOTICES = ['partSoon', 'partLate', 'partLink'] as const
type PartNotice = (typeof NOTICES)[number]

/** The plan of a reservation at the desk. Throws NOT_FOUND without one. */
export const readParts = api.company.reservations.monthly.read.handler(async ({ context: { deps, reservation } }) => {
  const { db } = deps
  const monthly = await readPlan(db, reservation, deps.now())
  if (!monthly) throw errors.NOT_FOUND()
  const { parts, ...plan } = await shownPlan(db, { reservation, monthly, byStaff: true })
  const next = monthly.parts.find(({ position }) => position === plan.next)
  const sent = await db
    .selectFrom('notification')
    .select(['kind', 'created_at'])
    .where('reservation_id', '=', reservation.id)
    .where('kind', 'in', NOTICES)
    .$if(next !== undefined, (of) => of.where('created_at', '>=', next?.created_at ?? new Date(0)))
    .orderBy('created_at')
    .execute()
  return {
    ...plan,
    parts: parts.map(({ id: _, ...part }) => part),
    sent: sent.flatMap(({ kind, created_at }) => (isPartNotice(kind) ? [{ kind, at: created_at.toISOString() }] : [])),
    postpone_until: next ? latestDue(next, monthly.today) : null,
  }
})

const isPartNotice = (kind: string): kind is PartNotice => NOTICES.some((one) => one === kind)

/** Sends the customer the page on which the next part is paid. */
export const sendPartLink = api.company.reservations.monthly.sendLink.handler(async ({ context }) => {
  const { deps, tx, reservation } = context
  const { next } = await nextOf(tx, reservation, deps.now())
  const { id } = reservation
  const last = await tx
    .selectFrom('notification')
    .select('created_at')
    .where('reservation_id', '=', id)
    .where('kind', '=', 'partLink')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (last && deps.now().getTime() - last.created_at.getTime() < LINK_AGAIN_MS)
    return { id: reservation.share_id, sent: false }
  await notify(deps, tx, { kind: 'partLink', reservation: id, amount: next.left, day: next.due_on })
  return { id: reservation.share_id, sent: true }
})

/** Gives the customer more time for the next part; they are reminded again before the new day. */
export const postponePart = api.company.reservations.monthly.postpone.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const { due_on } = input
  const { next, today } = await nextOf(tx, reservation, deps.now())
  if (due_on < today || due_on < next.due_on) throw invalidFields({ due_on: ['due_not_later'] })
  if (due_on > latestDue(next, today))
    throw invalidFields({ due_on: ['due_too_late'] }, { due_on: { n: POSTPONE_DAYS_MAX } })
  await tx.updateTable('rental_part').set({ due_on }).where('id', '=', next.id).execute()
  return { id: reservation.share_id, due_on }
})

/** Counted from the part's own beginning, so that postponing again and again does not go on for ever. */
const latestDue = ({ starts_on }: { starts_on: string }, today: string) =>
  addDays(starts_on > today ? starts_on : today, POSTPONE_DAYS_MAX)

/** The part of a locked reservation that is paid next. Throws STATUS_CONFLICT if there is none. */
async function nextOf(tx: Tx, reservation: ReservationRow, now: Date): Promise<{ next: CoveredPart; today: string }> {
  const monthly = await readPlan(tx, reservation, now)
  const next = monthly && takesParts(reservation) ? nextPart(monthly.parts) : undefined
  if (!monthly || !next) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  return { next, today: monthly.today }
}

/** What the rental costs if the company lets it end earlier. */
export const quoteEnd = api.company.reservations.monthly.quoteEnd.handler(
  async ({ input: { end_date }, context: { deps, reservation } }) =>
    shownEnd(reservation, await quoteEndOf(deps.db, { reservation, end_date, now: deps.now(), byStaff: true })),
)

/** Ends the rental earlier for its company, which gives back at its desk what came in there. */
export const endRental = api.company.reservations.monthly.end.handler(async ({ input, context }) => {
  const { deps, person, reservation: found } = context
  const { end_date, shown_total, way } = input
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, found.id)
    return endEarly(deps, tx, {
      ...{ reservation, end_date, shown_total, actor: actorOf(person), person },
      giveBack: async (amount) => {
        if (!way) throw invalidFields({ way: ['required'] })
        await takeAtDesk(tx, reservation, { purpose: 'RENT_BACK', way, amount, by: person.id, at: deps.now() })
      },
    })
  })
})
