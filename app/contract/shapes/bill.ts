import { z } from 'zod'
import { CurrencyCode, Money, TrustType } from './shapes.ts'

export const BillLine = z.object({
  kind: z.enum([
    'rent',
    'receive_place',
    'return_place',
    'child_seat',
    'extra_driver',
    'internet',
    'insurance',
    'discount',
  ]),
  quantity: z.int(),
  /** Days that the unit price counts for; absent for what is paid once. */
  days: z.int().optional(),
  unit: Money,
  amount: Money,
})

/** A bill whose lines add up to the total exactly. Prices include tax. */
export const Bill = z.object({
  currency: CurrencyCode,
  days: z.int(),
  lines: z.array(BillLine),
  total: Money,
  payable_now: Money,
  due_at_desk: Money,
  trust_type: TrustType,
  guarantee_amount: Money,
})
