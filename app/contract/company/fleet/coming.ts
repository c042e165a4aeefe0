import { z } from 'zod'
import { Instant, PublicId } from '#app/contract/shapes/shapes.ts'

/** The reservations that prevent retiring a vehicle: how many, and the first of them. */
export const ComingReservations = z.object({
  count: z.int(),
  reservations: z.array(
    z.object({ id: PublicId, number: z.string(), fullname: z.string(), start_at: Instant, end_at: Instant }),
  ),
})
