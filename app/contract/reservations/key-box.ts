import { z } from 'zod'
import { about, limited, ownedBy } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { ProtocolPhoto, Sha256 } from '#app/contract/company/protocols.ts'
import { Instant, PublicId } from '#app/contract/shapes/shapes.ts'
import { KEY_BOX_STATES, KEY_CONDITIONS } from '#app/rules/reservation/check-in/key-box.ts'
import { FIXED_VIEWS, PHOTO_VIEWS } from '#app/rules/reservation/protocol.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { PROTOCOL_CLOSED } = ERRORS

/** Whether a key box opens for a reservation now, and what is missing for it. */
export const KeyBoxState = z.object({
  state: z.enum(KEY_BOX_STATES),
  conditions: z.array(z.object({ condition: z.enum(KEY_CONDITIONS), is_done: z.boolean() })),
  /** Between these, photos are accepted, and the code is shown once every condition is met. */
  opens_at: Instant,
  ends_at: Instant,
})

/** The key box of a trip as its traveller sees it. */
const KeyBox = KeyBoxState.extend({
  /** Where the box is and what opens it: only while the state is OPEN, and in no other answer. */
  place: z.string().nullable(),
  code: z.string().nullable(),
  /** When another code replaced the first one. */
  code_changed_at: Instant.nullable(),
  /** The sides of which a photo is there, whoever made it. */
  views: z.array(z.enum(PHOTO_VIEWS)),
  /** The caller's own photos. */
  photos: z.array(ProtocolPhoto),
  /** Of the place of the pick-up, or of the company: who helps if the box does not open. */
  phone: z.string(),
  /** Whether the vehicle is a car, for which there are outlines to aim by. */
  is_car: z.boolean(),
})

const own = about(ownedBy('CUSTOMER'), 'reservation')
const id = z.object({ id: PublicId })

/** For whoever booked, signed in: a forwarded voucher shows no code. */
export const keyBox = {
  read: own
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/key_box/',
      summary: 'Where the key is, once every condition is met; null for a trip without a key box (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(KeyBox.nullable()),
  addPhoto: own
    .meta(limited(own, { bucket: 'key-box-photo', most: 60, seconds: HOUR_SECONDS }))
    .errors({ PROTOCOL_CLOSED })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/key_box/photos/',
      summary: 'A photo of the vehicle before the key is taken: multipart, at most 10 MB; the same twice is one (ours)',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(
      id.extend({
        view: z.enum(FIXED_VIEWS, { error: 'invalid' }),
        file: z.file({ error: 'required' }),
        /** As the device computed it before sending; another file is refused. */
        sha256: Sha256.optional(),
        /** When the device took it, where the picture itself does not say it. */
        taken_at: Instant.optional(),
        /** The device's clock at the sending. */
        clock: Instant.optional(),
      }),
    )
    .output(ProtocolPhoto),
}
