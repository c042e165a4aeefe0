import { z } from 'zod'
import { limited, moneyOperators, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, Rating, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, Text } from '#app/contract/shapes/text.ts'
import { CONFIRMATIONS } from '#app/rules/constants.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { Reason } from './people.ts'

/** For operators who manage companies. */
const ofCompanies = operatorsOf('MONEY', 'SUPPORT')

const support = operatorsOf('SUPPORT')

const { APPROVAL_WAITS } = ERRORS

const ManagedCompany = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  phone: z.string(),
  verified: z.boolean(),
  /** Since when nothing of it is offered; null if it is not suspended. */
  suspended_at: Instant.nullable(),
  commission_percent: z.int(),
  /** The same on bookings that the company's own staff make. */
  own_booking_percent: z.int(),
  /** A change that waits for a second operator. */
  commission_requested: z.int().nullable(),
  prepayment_percent: z.int(),
  confirmation: z.enum(CONFIRMATIONS),
  vehicles: z.int(),
  rating: Rating,
  /** Reservations that are confirmed or under way. */
  open_reservations: z.int(),
  /** What the marketplace owes the company; negative if the company owes it. */
  balance: z.array(z.object({ currency: CurrencyCode, amount: Money })),
})

const Percent = z.preprocess(
  (value) => empty(latin(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(50, 'max'),
)

/** A new commission rate for a company, and one for the bookings that its own staff make; without it that stays. */
export const CommissionChange = z.object({
  commission_percent: Percent,
  own_booking_percent: Percent.optional(),
  reason: Reason,
})

export const companies = {
  list: ofCompanies
    .route({ method: 'GET', path: '/admin/companies/', summary: 'All companies, by name (ours)', tags: ['operator'] })
    .input(PageQuery.extend({ q: z.preprocess(empty, Text.max(100).optional()) }))
    .output(listOf(ManagedCompany)),
  read: ofCompanies
    .route({ method: 'GET', path: '/admin/companies/{id}/', summary: 'One company (ours)', tags: ['operator'] })
    .input(z.object({ id: RowId }))
    .output(ManagedCompany),
  change: support
    .meta(limited(support, { bucket: 'company change', most: 200, seconds: HOUR_SECONDS }))
    .route({
      method: 'PATCH',
      path: '/admin/companies/{id}/',
      summary: 'Change whether a company is verified or suspended, with a reason (ours)',
      tags: ['operator'],
    })
    .input(
      z.object({
        id: RowId,
        verified: z.boolean().optional(),
        /** Takes its vehicles off the market, or restores them; existing reservations continue. */
        suspended: z.boolean().optional(),
        reason: Reason,
      }),
    )
    .output(ManagedCompany),
  changeCommission: moneyOperators
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'PUT',
      path: '/admin/companies/{id}/commission/',
      summary: 'Change a company’s commission, once a second operator approves; what was earned keeps its rate (ours)',
      tags: ['operator'],
    })
    .input(CommissionChange.extend({ id: RowId }))
    .output(ManagedCompany),
}
