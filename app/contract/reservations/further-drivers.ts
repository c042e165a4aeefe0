import { z } from 'zod'
import { about, limited, locking, ownedBy } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Licence } from '#app/contract/company/contracts.ts'
import { CheckIn, ofSide } from '#app/contract/reservations/check-in.ts'
import { IsoDate, PictureUpload, PublicId } from '#app/contract/shapes/shapes.ts'
import { requiredText } from '#app/contract/shapes/text.ts'
import { isPersonName } from '#app/rules/identity/person-name.ts'
import { LICENCE_SIDES } from '#app/rules/reservation/check-in/licence.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { STATUS_CONFLICT } = ERRORS

/** What is typed of a further driver. */
export const FurtherDriverFields = z.object({
  fullname: requiredText(120).refine(isPersonName, 'fullname'),
  date_of_birth: IsoDate,
  number: Licence,
  valid_until: IsoDate,
})

const id = z.object({ id: PublicId })
/** A driver of the reservation. */
export const ofDriver = id.extend({ driver: PublicId })

const reading = about(ownedBy('CUSTOMER'), 'reservation')
const writing = locking(ownedBy('CUSTOMER'), 'reservation').errors({ STATUS_CONFLICT })
/** Those with files lock it themselves: a file is written before, or removed after the transaction. */
const sending = about(ownedBy('CUSTOMER'), 'reservation')

/** For whoever booked, signed in: who drives, too, as far as the booked extra goes. */
export const drivers = {
  add: writing
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/drivers/',
      summary: 'Name a further driver whom the booked extra pays for; both sides of the licence follow (ours)',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(id.extend(FurtherDriverFields.shape))
    .output(CheckIn.extend({ driver: PublicId })),
  addPicture: sending
    .meta(limited(sending, { bucket: 'licence', most: 40, seconds: HOUR_SECONDS }))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/drivers/picture/',
      summary:
        'Upload one side of a further driver’s licence: multipart, at most 10 MB; the second one sends it to the company (ours)',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(PictureUpload.extend({ ...ofDriver.shape, side: z.enum(LICENCE_SIDES) }))
    .output(CheckIn),
  picture: reading
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/drivers/picture/',
      summary: 'A side of a further driver’s licence that one sent oneself (ours)',
      tags: ['reservations'],
    })
    .input(ofSide.extend({ driver: PublicId }))
    .output(z.file()),
  remove: sending
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/drivers/remove/',
      summary: 'Take a further driver back, with the pictures; twice is once (ours)',
      tags: ['reservations'],
    })
    .input(ofDriver)
    .output(CheckIn),
}
