import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { PaymentCard, PaymentStatus } from '#app/contract/shapes/payment-shapes.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { RESERVATION_LISTS } from '#app/rules/reservation/reservation-lists.ts'
import { ReservationStatus } from '../reservations.ts'

/** Who sees what was booked and paid. */
const ofRecords = operatorsOf('MONEY', 'SUPPORT')

/** How many days back a period goes, today included; its first day begins at midnight in Tehran. */
export const PeriodDays = numeric().int().min(7).max(90).catch(30).default(30)

const RecordedReservation = z.object({
  id: PublicId,
  number: z.string(),
  created_at: Instant,
  start_at: Instant,
  status: ReservationStatus,
  fullname: z.string(),
  company: z.object({ id: z.int(), name: z.string() }),
  currency: CurrencyCode,
  total: Money,
  /** What was booked as our share; null before. */
  commission: Money.nullable(),
})

export const records = {
  reservations: ofRecords
    .route({
      method: 'GET',
      path: '/admin/reservations/',
      summary: 'The reservations behind a number of the overview, newest first (ours)',
      tags: ['operator'],
    })
    .input(
      PageQuery.extend({
        list: z.enum(RESERVATION_LISTS).catch('begun').default('begun'),
        days: PeriodDays,
        currency: z.preprocess(empty, CurrencyCode.optional().catch(undefined)),
      }),
    )
    .output(listOf(RecordedReservation)),
  payments: ofRecords
    .route({
      method: 'GET',
      path: '/admin/payments/',
      summary: 'Payments of all, newest first, of one status where it is named (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ status: z.preprocess(empty, PaymentStatus.optional().catch(undefined)) }))
    .output(listOf(PaymentCard)),
}
