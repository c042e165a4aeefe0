import { z } from 'zod'
import { DEPOSIT_DUE, DEPOSIT_STATES } from '#app/rules/reservation/deposit.ts'
import { DEPOSIT_WAYS } from '#app/rules/reservation/protocol.ts'
import { Instant, IsoDate, Money } from './shapes.ts'

/** The deposit of a rental, in the minor unit of its currency. Of `taken` all is given back, kept or held. */
export const DepositFacts = z.object({
  state: z.enum(DEPOSIT_STATES),
  agreed: Money,
  taken: Money,
  back: Money,
  kept: Money,
  held: Money,
  /** How the company took it, and gives it back. */
  way: z.enum(DEPOSIT_WAYS).nullable(),
  taken_at: Instant.nullable(),
  /** When nothing of it was held any more. */
  closed_at: Instant.nullable(),
  /** The day of the return, or on which the rental was called off; null before. */
  ended_on: IsoDate.nullable(),
  /** The last day on which it is given back: `back_days` after the return, or after the agreed one; null if none is agreed or held. */
  back_by: IsoDate.nullable(),
  back_days: z.int(),
  /** What of it can be paid online now (`POST …/deposit/`); null where nothing can. */
  online: Money.nullable(),
  /** How near that day is; null before the rental's end. */
  due: z.enum(DEPOSIT_DUE).nullable(),
  /** The most that may be taken in this country, and whether that rule is a draft and of which day; null where nothing bounds it. */
  cap: z.object({ amount: Money, day_rents: z.int(), is_draft: z.boolean(), of: IsoDate }).nullable(),
})
