import { z } from 'zod'
import { about, deskStaff, limited, locking } from '#app/contract/call/base.ts'
import { PictureUpload, RowId } from '#app/contract/shapes/shapes.ts'
import { Text } from '#app/contract/shapes/text.ts'
import { PHOTO_CROPS } from '#app/rules/text/picture.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { VehiclePhoto } from './shapes.ts'

/** Uploads of one person, for all vehicles. Source: *ours*. */
const UPLOADS = { bucket: 'vehicle-photo', most: 400, seconds: HOUR_SECONDS }

/** The position of a photo among its vehicle's photos. */
export const PHOTO_MOVES = ['FIRST', 'UP', 'DOWN'] as const

const Photos = z.object({ vehicle: z.int(), photos: z.array(VehiclePhoto) })
/** What a picture shows, for people who cannot see it; empty removes the text. */
export const AltText = z.preprocess((given) => (given === '' ? null : given), Text.max(120, 'max_length').nullable())

const adding = about(deskStaff, 'vehicle')

export const photos = {
  addPhoto: adding
    .meta(limited(adding, UPLOADS))
    .route({
      method: 'POST',
      path: '/vehicles/{id}/photos/',
      summary:
        'Add a photo as the last one: multipart, at most 10 MB and 50 megapixels, jpeg, png, webp or avif; encoded anew (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(PictureUpload.extend({ id: RowId }))
    .output(Photos),
  changePhoto: locking(deskStaff, 'photo')
    .route({
      method: 'PATCH',
      path: '/vehicles/photos/{id}/',
      summary: 'Move a photo in its order, say what it shows, or choose what stays where it is cut (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        id: RowId,
        move: z.enum(PHOTO_MOVES).optional(),
        alt: AltText.optional(),
        crop: z.enum(PHOTO_CROPS).optional(),
      }),
    )
    .output(Photos),
  removePhoto: about(deskStaff, 'photo')
    .route({
      method: 'DELETE',
      path: '/vehicles/photos/{id}/',
      summary: 'Take a photo away with its files (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(Photos),
}
