import { z } from 'zod'
import { CurrencyCode, Money, TrustType } from './shapes.ts'

export const BillLine = z.object({
  kind: z.enum([
    'rent',
    'price_change',
    'receive_place',
    'return_place',
    'child_seat',
    'extra_driver',
    'internet',
    'insurance',
    'flexible',
    'discount',
  ]),
  quantity: z.int(),
  /** The number of days that the unit price is multiplied by; absent for one-time charges. */
  days: z.int().optional(),
  unit: Money,
  amount: Money,
  /**
   * On lines of a rent with several prices per day: the seasons and weekdays (0 is Sunday) that cause this one; empty
   * for days without a rule.
   */
  why: z
    .array(
      z.union([
        z.object({ season: z.string(), percent: z.int() }),
        z.object({ weekday: z.int().min(0).max(6), percent: z.int() }),
      ]),
    )
    .optional(),
})

/** A company as a party of an invoice. */
export const Supplier = z.object({
  legal_name: z.string().nullable(),
  legal_id: z.string().nullable(),
  tax_number: z.string().nullable(),
  address: z.string().nullable(),
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
