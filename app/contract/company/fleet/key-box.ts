import { z } from 'zod'
import { about, deskStaff, locking } from '#app/contract/call/base.ts'
import { VehicleKeyBox } from '#app/contract/company/reservations/key-box.ts'
import { Instant, RowId } from '#app/contract/shapes/shapes.ts'

/** The box with its code; null where the vehicle has none of its own. */
const Shown = z.object({
  box: VehicleKeyBox.extend({
    saved_at: Instant,
    /** Who set it. */
    by: z.string().nullable(),
  }).nullable(),
})
const id = z.object({ id: RowId })
const writing = locking(deskStaff, 'vehicle')

/** The key box that a vehicle always has, only where the company gives keys without counter. */
export const vehicleKeyBox = {
  read: about(deskStaff, 'vehicle')
    .route({
      method: 'GET',
      path: '/business/rent/vehicles/{id}/key_box/',
      summary: 'The key box that a vehicle always has, with its code; each reading is logged (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(Shown),
  save: writing
    .route({
      method: 'PUT',
      path: '/business/rent/vehicles/{id}/key_box/',
      summary: 'Say where the vehicle’s key always is; it is proposed for its next reservations (ours)',
      tags: ['company'],
    })
    .input(id.extend(VehicleKeyBox.shape))
    .output(Shown),
  remove: writing
    .route({
      method: 'DELETE',
      path: '/business/rent/vehicles/{id}/key_box/',
      summary: 'The vehicle has no key box of its own any more; twice is once (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(Shown),
}
