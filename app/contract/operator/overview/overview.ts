import { z } from 'zod'
import { operators } from '#app/contract/call/base.ts'
import { PeriodDays } from '#app/contract/operator/reservations/reservations.ts'
import { CurrencyCode, IsoDate, Money } from '#app/contract/shapes/shapes.ts'
import { OPERATOR_ROLES } from '#app/rules/access/operator-role.ts'

const Turnover = z.object({ currency: CurrencyCode, total: Money, commission: Money })

export const overview = {
  document: operators
    .route({
      method: 'GET',
      path: '/operator/openapi.json',
      summary: 'The OpenAPI document of the operators’ calls (ours)',
      tags: ['operator'],
    })
    .output(z.record(z.string(), z.unknown())),
  read: operators
    .route({
      method: 'GET',
      path: '/admin/overview/',
      summary: 'Bookings, turnover, commission, conversion and the work that waits (ours)',
      tags: ['operator'],
    })
    .input(z.object({ days: PeriodDays }))
    .output(
      z.object({
        /** The caller's role. */
        role: z.enum(OPERATOR_ROLES),
        since: IsoDate,
        /** Reservations that were started, and those of them that were paid. */
        begun: z.int(),
        booked: z.int(),
        /**
         * The value of successful reservations, and our share of completed ones; empty if money is not the caller's
         * work.
         */
        turnover: z.array(Turnover),
        days: z.array(z.object({ date: IsoDate, booked: z.int(), begun: z.int() })),
        waiting: z.object({
          comments: z.int(),
          tickets: z.int(),
          chats: z.int(),
          payments: z.int(),
          confirmations: z.int(),
          /** Requests for a second operator, as far as the caller sees them. */
          approvals: z.int(),
          partners: z.int(),
          /** The first listings of new companies. */
          listings: z.int(),
          /** Refunds to cards whose outcome the bank never reported. */
          card_returns: z.int(),
          disputes: z.int(),
          /** 1 if the exchange rate is older than a week, else 0. */
          exchange_rate: z.int(),
        }),
      }),
    ),
}
