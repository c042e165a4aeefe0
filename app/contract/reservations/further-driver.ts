import { z } from 'zod'
import { Instant, IsoDate, PublicId } from '#app/contract/shapes/shapes.ts'
import { LICENCE_STATES } from '#app/rules/reservation/check-in/licence.ts'

/** Somebody who drives beside the main driver. */
export const FurtherDriver = z.object({
  id: PublicId,
  fullname: z.string(),
  /** Null once papers are deleted, and for a company's drivers. */
  date_of_birth: IsoDate.nullable(),
  number: z.string().nullable(),
  valid_until: IsoDate,
  state: z.enum(LICENCE_STATES),
  /** Whether there is a picture of this side. */
  front: z.boolean(),
  back: z.boolean(),
  sent_at: Instant.nullable(),
  /** Why the company asks for it once more. */
  reason: z.string().nullable(),
  added_by: z.enum(['CUSTOMER', 'COMPANY']),
})
