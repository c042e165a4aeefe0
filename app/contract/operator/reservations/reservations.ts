import { z } from 'zod'
import { notifying, operatorsOf, recheckedOperatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Proposal } from '#app/contract/company/proposal.ts'
import { Protocol } from '#app/contract/company/protocols.ts'
import { Plate } from '#app/contract/company/shapes.ts'
import { Cancelled, ReservationStatus, Voucher } from '#app/contract/reservations/reservations.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import {
  CurrencyCode,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
  RowId,
} from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'
import { DEPARTMENTS, TICKET_STATUSES } from '#app/rules/messages/ticket-status.ts'
import { COST_BEARERS, OPERATOR_ACTIONS } from '#app/rules/reservation/operator-actions.ts'
import { RESERVATION_LISTS, RESERVATION_ORDERS } from '#app/rules/reservation/reservation-lists.ts'
import { Reason } from '../people.ts'
import { TimelineEntry } from './timeline.ts'

const { NOT_CANCELLABLE, STATUS_CONFLICT } = ERRORS

/** For operators who see what was booked. */
const ofReservations = operatorsOf('MONEY', 'SUPPORT')
/** For operators who act on it. */
const support = operatorsOf('SUPPORT')
const cancelling = recheckedOperatorsOf('SUPPORT')

/** How many days back a period goes, today included; its first day begins at midnight in Tehran. */
export const PeriodDays = numeric().int().min(7).max(90).catch(30).default(30)

const Day = z.preprocess(empty, IsoDate.optional().catch(undefined))

const RecordedReservation = z.object({
  id: PublicId,
  number: z.string(),
  created_at: Instant,
  start_at: Instant,
  /** The day of the pick-up at its place. */
  start_date: IsoDate,
  end_date: IsoDate,
  status: ReservationStatus,
  fullname: z.string(),
  vehicle: z.string(),
  company: z.object({ id: z.int(), name: z.string() }),
  currency: CurrencyCode,
  total: Money,
  /** What was booked as our share; null before. */
  commission: Money.nullable(),
})

/** A reservation with all that is known of it. Amounts are in the minor unit of its currency. */
const ManagedReservation = Voucher.omit({ records: true, events: true, payment: true }).extend({
  plate: Plate,
  /** The account that holds it; null where somebody booked without one. */
  account: PublicId.nullable(),
  /** What can still be refunded of the online payments, without refunds that wait for a second operator. */
  refundable: Money,
  /** The marketplace's share of the rent. */
  commission: z.object({ percent: z.int(), amount: Money, is_booked: z.boolean() }),
  payments: z.array(PaymentCard),
  deposit: z.object({ requested: z.boolean(), uploaded_at: Instant.nullable() }),
  protocols: z.array(Protocol),
  proposals: z.array(Proposal),
  /** Tickets and chats about it, for operators of the support alone. */
  conversations: z.array(
    z.object({
      id: PublicId,
      kind: z.enum(['TICKET', 'CHAT']),
      number: z.int().nullable(),
      subject: z.string().nullable(),
      status: z.enum(TICKET_STATUSES).nullable(),
      department: z.enum(DEPARTMENTS).nullable(),
      updated_at: Instant,
    }),
  ),
  /** All that happened, the oldest first. */
  timeline: z.array(TimelineEntry),
  /** Whether more happened than is listed. */
  timeline_more: z.boolean(),
  /** What the caller may do to it now. */
  actions: z.array(z.enum(OPERATOR_ACTIONS)),
  /** What a cancellation would refund now, by who bears its cost; null if it cannot be cancelled any more. */
  cancel: z.object({ COMPANY: Money, CUSTOMER: Money }).nullable(),
})

/** Who bears the cost of an operator's cancellation, and why it is cancelled. */
export const Cancellation = z.object({ cost: z.enum(COST_BEARERS, { error: 'required' }), reason: Reason })

export const reservations = {
  list: ofReservations
    .route({
      method: 'GET',
      path: '/admin/reservations/',
      summary:
        'All reservations, or those behind a number of the overview: searched, filtered, ordered, in pages (ours)',
      tags: ['operator'],
    })
    .input(
      PageQuery.extend({
        list: z.enum(RESERVATION_LISTS).catch('all').default('all'),
        /** The period of a list that the overview counts. */
        days: PeriodDays,
        order: z.enum(RESERVATION_ORDERS).catch('latest').default('latest'),
        /** A number, a phone, an e-mail or a part of a name. */
        q: optionalText(100).catch(undefined),
        status: z.preprocess(empty, ReservationStatus.optional().catch(undefined)),
        company: z.preprocess((given) => empty(latin(given)), RowId.optional().catch(undefined)),
        /** Days on which the pick-up is. */
        from: Day,
        to: Day,
        currency: z.preprocess(empty, CurrencyCode.optional().catch(undefined)),
      }),
    )
    .output(listOf(RecordedReservation)),
  read: ofReservations
    .route({
      method: 'GET',
      path: '/admin/reservations/{id}/',
      summary: 'A reservation with its money, messages, records and history in one line of time (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId }))
    .output(ManagedReservation),
  cancel: cancelling
    .meta(notifying(cancelling, 300))
    .errors({ NOT_CANCELLABLE })
    .route({
      method: 'POST',
      path: '/admin/reservations/{id}/cancel/',
      summary:
        'Cancel a reservation: at the company’s cost all goes back, at the customer’s what the terms of this moment give; with a reason (ours)',
      tags: ['operator'],
    })
    .input(Cancellation.extend({ id: PublicId }))
    .output(Cancelled),
  sendAgain: support
    .meta(notifying(support, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/admin/reservations/{id}/message/',
      summary: 'Send the customer the message with the voucher’s address again, with a reason (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId, reason: Reason }))
    /** Whether it is on its way: the receiver may have had as many messages as there are for one. */
    .output(z.object({ id: PublicId, sent: z.boolean() })),
}
