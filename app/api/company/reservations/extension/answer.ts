import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockVehicle } from '#app/api/reservations/change/apply-change.ts'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import { awaitPayment, endChanges } from '#app/api/reservations/change/end-change.ts'
import { quoteExtensionOf } from '#app/api/reservations/extension/quote-extension.ts'
import { shownExtension } from '#app/api/reservations/extension/shown-extension.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import type { ExtensionAnswer } from '#app/contract/company/reservations/extensions.ts'
import { extensionHold, isExtendable } from '#app/rules/reservation/reservation-change.ts'
import { applyNow, offer } from './extend.ts'

type Answer = z.infer<typeof ExtensionAnswer> & { extension: string }

/**
 * The company's answer to a customer who asks for more time: yes at the price that was asked for, a part of it at its
 * own price, or no with a reason. What costs nothing applies at once; else the vehicle is held for two hours. Throws
 * CHANGED_MEANWHILE when it was answered, withdrawn or too late, VEHICLE_TAKEN. Source: issue 19, A.
 */
export const answerExtension = api.company.reservations.extensions.answerExtension.handler(
  async ({ input: { id: _, ...answer }, context }) => {
    const { deps, reservation, person } = context
    await expireHolds(deps, { ad: reservation.ad_id })
    return inTransaction(deps.db, (tx) => answerAsked(deps, tx, { id: reservation.id, answer, person }))
  },
)

async function answerAsked(deps: Deps, tx: Tx, { id, answer, person }: { id: string; answer: Answer; person: Person }) {
  const now = deps.now()
  const reservation = await lockReservation(tx, id)
  const asked = await lockAsked(tx, { reservation: id, extension: answer.extension, now })
  const answered = { answer: answer.message ?? null, answered_by: person.id, answered_at: now }
  if (answer.answer === 'REFUSE') {
    await endChanges(tx, { id: [asked.id] }, { from: 'ASKED', to: 'REFUSED' })
    const refused = await update(tx, asked.id, answered)
    await notify(deps, tx, { kind: 'extensionRefused', reservation: id, reason: answer.message ?? '' })
    return shownExtension(refused, { now, booked: reservation.lines })
  }
  if (!isExtendable(reservation)) throw errors.NOT_CHANGEABLE()
  await lockVehicle(tx, reservation.ad_id)
  const { end_date = asked.wanted.end_date, end_time = asked.wanted.end_time } = answer.answer === 'PART' ? answer : {}
  const quote = await quoteExtensionOf(tx, { reservation, end: { end_date, end_time }, now, byStaff: true })
  const { bill, chosen } = quote.quoted
  // What was asked for keeps its price.
  const priced =
    answer.answer === 'PART'
      ? {
          wanted: JSON.stringify(quote.wanted),
          lines: JSON.stringify(bill.lines),
          ...{ total: bill.total, payable_now: bill.payable_now, difference: quote.difference },
        }
      : {}
  const difference = answer.answer === 'PART' ? quote.difference : asked.difference
  if (difference <= 0) {
    const change = await update(tx, asked.id, { ...priced, ...answered })
    await applyNow(deps, tx, { reservation, change })
    return shownExtension({ ...change, status: 'DONE', hold_until: null }, { now, booked: reservation.lines })
  }
  await update(tx, asked.id, answered)
  const hold_until = extensionHold({ now, wantedEnd: chosen.end_at })
  const change = await awaitPayment(tx, asked.id, { ...priced, hold_until })
  await offer(deps, tx, { reservation, quote, change })
  return shownExtension(change, { now, booked: reservation.lines })
}

async function lockAsked(
  tx: Tx,
  { reservation, extension, now }: { reservation: string; extension: string; now: Date },
) {
  const asked = await tx
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', extension)
    .where('reservation_id', '=', reservation)
    .forUpdate()
    .executeTakeFirst()
  if (!asked) throw errors.NOT_FOUND()
  if (asked.status !== 'ASKED' || !asked.hold_until || asked.hold_until <= now) throw errors.CHANGED_MEANWHILE()
  return asked
}

type Set = Partial<Pick<ChangeRow, 'answer' | 'answered_by' | 'answered_at'>> & {
  wanted?: string
  lines?: string
  total?: number
  payable_now?: number
  difference?: number
}

function update(tx: Tx, id: string, set: Set): Promise<ChangeRow> {
  return tx.updateTable('reservation_change').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
