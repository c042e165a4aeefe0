import { z } from 'zod'
import { about, deskStaff, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { KeyBoxState } from '#app/contract/reservations/key-box.ts'
import { Instant, PublicId } from '#app/contract/shapes/shapes.ts'
import { latin, requiredLines } from '#app/contract/shapes/text.ts'
import { KEY_CODE, KEY_PLACE_MAX, VEHICLE_BOXES } from '#app/rules/reservation/check-in/key-box.ts'

const { STATUS_CONFLICT } = ERRORS

/** What staff see of a key box without its code; null for all that a box would have, where none is set. */
export const DeskKeyBox = z.object({
  box: KeyBoxState.extend({
    saved_at: Instant,
    /** Who set it. */
    by: z.string().nullable(),
  }).nullable(),
  /** How many of the eight sides have a photo. */
  photos: z.int(),
})

const typedCode = (value: unknown) => {
  const typed = latin(value)
  return typeof typed === 'string' ? typed.replace(/[\s-]/g, '').toUpperCase() : typed
}

/** Where the key lies, what opens the box, and until when. */
const KeyBoxFields = z.object({
  place: requiredLines(KEY_PLACE_MAX),
  code: z.preprocess(typedCode, z.string('required').min(1, 'required').regex(KEY_CODE, 'key_code')),
  /** In the pick-up's city, within a day of the pick-up. */
  ends: z.preprocess(latin, z.string('required').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')),
})

/** The same, with what it is for the vehicle's next reservations. */
export const SavedKeyBox = KeyBoxFields.extend({ vehicle_box: z.enum(VEHICLE_BOXES).default('KEEP') })

const id = z.object({ id: PublicId })
const Written = KeyBoxFields.extend({ code_changed_at: Instant.nullable() })
/** The box that the vehicle always has, which is proposed where none is written for the reservation. */
export const VehicleKeyBox = KeyBoxFields.pick({ place: true, code: true })
const reading = about(deskStaff, 'reservation')
const writing = locking(deskStaff, 'reservation')

/** Only where the company gives keys without counter, and the reservation is confirmed. */
export const keyBox = {
  read: reading
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/key_box/',
      summary: 'The key box of a reservation with its code; each reading is logged (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(DeskKeyBox.extend({ written: Written.nullable(), of_vehicle: VehicleKeyBox.nullable() })),
  save: writing
    .meta(notifying(writing, 100))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'PUT',
      path: '/desk/reservations/{id}/key_box/',
      summary:
        'Say where the key is, what opens the box, and until when; the customer hears of it without the code (ours)',
      tags: ['company'],
    })
    .input(id.extend(SavedKeyBox.shape))
    .output(DeskKeyBox),
  remove: writing
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'DELETE',
      path: '/desk/reservations/{id}/key_box/',
      summary: 'Hand the key over at the counter after all; twice is once (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(DeskKeyBox),
}
