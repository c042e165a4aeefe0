import { z } from 'zod'
import { COVER_LEVELS, COVER_PARTS, type CoverPart } from '#app/rules/reservation/cover.ts'
import { Money } from './shapes.ts'

const Level = z.enum(COVER_LEVELS)

/** Every damage has a level. */
export const CoverLevels = z.strictObject(
  Object.fromEntries(COVER_PARTS.map((part) => [part, Level])) as Record<CoverPart, typeof Level>,
)

/** What a company's insurances pay. Amounts are in the requested currency, or in a reservation's own. */
export const Cover = z.object({
  /** Null as long as the company has not stated them. */
  levels: CoverLevels.nullable(),
  excess: z.object({ basic: Money.nullable(), insured: Money.nullable() }),
  /** The supplemental insurance's price a day; null if it is not sold. */
  insurance_price: Money.nullable(),
})
