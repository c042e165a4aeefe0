import { z } from 'zod'
import { deskStaff, locking } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Flag, PublicId } from '#app/contract/shapes/shapes.ts'

const { STATUS_CONFLICT } = ERRORS

/** Whether each was so at the return. */
export const DriverRecordFields = z.object({ on_time: Flag, clean: Flag, undamaged: Flag, paid: Flag })

const Count = z.int()
/** What a company knows of how rentals with a driver went: its own record of this one, and how often which was so elsewhere. */
export const DriverRecord = z.object({
  own: z.object({ on_time: z.boolean(), clean: z.boolean(), undamaged: z.boolean(), paid: z.boolean() }).nullable(),
  recordable: z.boolean(),
  /** Of this person's other rentals, at any company; null where there is none, or the company may not see the person now. */
  others: z.object({ rentals: Count, on_time: Count, clean: Count, undamaged: Count, paid: Count }).nullable(),
})

export const driverRecord = {
  recordDriver: locking(deskStaff, 'reservation')
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'PUT',
      path: '/desk/reservations/{id}/driver_record/',
      summary:
        'How a rental went with its driver, for rental companies alone; within 30 days of the return, the latest counts (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...DriverRecordFields.shape }))
    .output(DriverRecord),
}
