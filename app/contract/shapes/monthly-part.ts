import { z } from 'zod'
import { PART_STATES } from '#app/rules/reservation/monthly/plan.ts'
import { Instant, IsoDate, Money, PublicId } from './shapes.ts'

/** A monthly part of a rent. */
export const MonthlyPart = z.object({
  /** Names it for a payment, as `transaction_id`. */
  id: PublicId,
  position: z.int(),
  /** None: what is left to pay of a rental that ended early. */
  days: z.int(),
  starts_on: IsoDate,
  due_on: IsoDate,
  amount: Money,
  left: Money,
  state: z.enum(PART_STATES),
  days_late: z.int(),
  /** What paid the last of it: when, online by this payment, or at the desk. */
  paid: z.object({ at: Instant, by: z.enum(['ONLINE', 'DESK']), payment: PublicId.nullable() }).nullable(),
})

/** How a long rental is, or may be, paid in monthly parts. */
export const MonthlyChoice = z.object({
  chosen: z.boolean(),
  /** Whether another way can be chosen now: nothing is paid yet. */
  choosable: z.boolean(),
  /** The parts, or those that there would be. */
  parts: z.array(MonthlyPart.pick({ position: true, days: true, due_on: true, amount: true, left: true, state: true })),
})
