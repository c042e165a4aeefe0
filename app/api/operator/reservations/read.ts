import type { Kysely } from 'kysely'
import { commissionRateOf } from '#app/api/books/commission-rate.ts'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import { refundableOf } from '#app/api/books/refundable.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { isMovable } from '#app/api/company/reservations/other-vehicle.ts'
import { readReservation } from '#app/api/reservations/read/read.ts'
import { asksDeposit } from '#app/api/reservations/read/read-own.ts'
import { recordsOf } from '#app/api/reservations/read/records/records.ts'
import { voucherOf } from '#app/api/reservations/read/voucher/voucher.ts'
import { refundByTerms } from '#app/api/reservations/status/refund.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { doesWork } from '#app/rules/access/operator-role.ts'
import type { Department, TicketStatus } from '#app/rules/messages/ticket-status.ts'
import { commissionOf } from '#app/rules/money/commission.ts'
import { operatorActions } from '#app/rules/reservation/operator-actions.ts'
import { timelineOf } from './timeline/timeline.ts'

/**
 * A reservation with all that is known of it, for operators: what was booked, paid, written and recorded, in one timeline, and what may be
 * done now. What people wrote to each other and what only the support does is for operators of the support alone. Throws NOT_FOUND.
 */
export const read = api.operator.reservations.read.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const now = deps.now()
  const row = await readReservation(db, input.id)
  await noteReading(context, { subject: 'reservation', key: row.id, call: 'GET /admin/reservations/{id}/' })
  const { id, ad_id, holder } = row
  const isSupport = doesWork(person.operatorRole, ['SUPPORT'])
  const [voucher, ad, account, deposit, payments, records, money, percent, conversations, timeline] = await Promise.all(
    [
      voucherOf(deps, row, language),
      db.selectFrom('ad').select('plate').where('id', '=', ad_id).executeTakeFirstOrThrow(),
      db.selectFrom('account').select('id').where('holder', '=', holder).executeTakeFirst(),
      db.selectFrom('deposit_image').select('uploaded_at').where('reservation_id', '=', id).executeTakeFirst(),
      paymentRows(db).where('payment.reservation_id', '=', id).orderBy('payment.number', 'desc').execute(),
      recordsOf(db, row, { isCustomer: true, now }),
      refundableOf(db, id),
      commissionRateOf(db, row),
      isSupport ? conversationsOf(db, id) : [],
      timelineOf(deps, row, { language, person }),
    ],
  )
  return {
    ...voucher,
    plate: ad.plate,
    account: account?.id ?? null,
    refundable: Math.max(0, money.left - money.waiting),
    commission: {
      percent,
      amount: commissionOf(row.lines, percent, currencyIn(row)),
      is_booked: row.status === 'COMPLETED',
    },
    payments: payments.map(paymentCard),
    deposit: {
      requested: asksDeposit(row, voucher.deposit_facts.way),
      uploaded_at: deposit?.uploaded_at.toISOString() ?? null,
    },
    protocols: records.protocols,
    proposals: records.proposals,
    conversations,
    timeline: timeline.entries,
    timeline_more: timeline.hasMore,
    actions: actionsFor(row, { person, now }),
    cancel: cancelAmounts(row, { left: money.left, now }),
  }
})

function actionsFor(row: ReservationRow, { person, now }: { person: Person; now: Date }) {
  if (!doesWork(person.operatorRole, ['SUPPORT'])) return []
  const status = statusAt(row, now)
  return operatorActions({ status, start_at: row.start_at }, { now, isMovable: isMovable(row, now) })
}

/** What a cancellation would refund now, at the company's cost and at the customer's. */
function cancelAmounts(row: ReservationRow, { left, now }: { left: number; now: Date }) {
  const byTerms = refundByTerms(row, now)
  return byTerms === null ? null : { COMPANY: Math.min(row.paid, left), CUSTOMER: Math.min(byTerms, left) }
}

async function conversationsOf(db: Kysely<DB>, reservation: string) {
  const rows = await db
    .selectFrom('conversation')
    .select(['id', 'kind', 'number', 'subject', 'status', 'department', 'updated_at'])
    .where('reservation_id', '=', reservation)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, status, department, updated_at, ...row }) => ({
    ...row,
    kind: kind as 'TICKET' | 'CHAT',
    status: status as TicketStatus | null,
    department: department as Department | null,
    updated_at: updated_at.toISOString(),
  }))
}
