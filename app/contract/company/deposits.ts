import { z } from 'zod'
import { deskStaff, forCompany } from '#app/contract/call/base.ts'
import { CompanyId, DeskLine } from '#app/contract/company/shapes.ts'
import { DepositFacts } from '#app/contract/shapes/deposit.ts'
import { CurrencyCode, listOf, Money, PageQuery } from '#app/contract/shapes/shapes.ts'
import { DEPOSIT_WAYS } from '#app/rules/reservation/protocol.ts'

/** HELD: all that the company holds; DUE: what of it is to be given back, because the rental is over; OVER: the others. */
export const DEPOSIT_VIEWS = ['HELD', 'DUE', 'OVER'] as const

export const deposits = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/deposits/',
      summary: 'The deposits that the company holds, by the day on which they are due back, overdue ones first (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, view: z.enum(DEPOSIT_VIEWS).default('HELD').catch('HELD') }))
    .output(
      listOf(
        z.object({
          reservation: DeskLine,
          deposit: DepositFacts,
          /** What may be given back now: the rest is disputed. 0 before the rental's end. */
          free: Money,
          disputed: Money,
        }),
      ).extend({
        /** What is held, by way and currency. */
        held: z.array(z.object({ way: z.enum(DEPOSIT_WAYS), currency: CurrencyCode, amount: Money, count: z.int() })),
        overdue: z.int(),
        /** Days after the return by the company's own terms; null: as everybody's. */
        back_days: z.int().nullable(),
      }),
    ),
}
