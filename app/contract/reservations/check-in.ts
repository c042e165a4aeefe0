import { z } from 'zod'
import { about, limited, locking, ownedBy } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Licence } from '#app/contract/company/contracts.ts'
import { FurtherDriver } from '#app/contract/reservations/further-driver.ts'
import { Instant, IsoDate, PictureUpload, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalLines, Text } from '#app/contract/shapes/text.ts'
import { IDENTITY_VERDICTS } from '#app/rules/identity/identity-check.ts'
import { ARRIVAL_WAYS } from '#app/rules/reservation/check-in/arrival.ts'
import { LICENCE_SIDES, LICENCE_STATES } from '#app/rules/reservation/check-in/licence.ts'
import { PART_STATES, READINESS_PARTS } from '#app/rules/reservation/check-in/readiness.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { STATUS_CONFLICT } = ERRORS

/** How far a reservation is prepared, without what was sent for it. */
export const Readiness = z.object({
  parts: z.array(z.object({ part: z.enum(READINESS_PARTS), state: z.enum(PART_STATES) })),
  is_ready: z.boolean(),
  /** The first part that the traveller can do now. */
  next: z.enum(READINESS_PARTS).nullable(),
})

/** A driving licence as it was sent. */
export const LicenceCheck = z.object({
  state: z.enum(LICENCE_STATES),
  /** Whether there is a picture of this side. */
  front: z.boolean(),
  back: z.boolean(),
  number: z.string().nullable(),
  valid_until: IsoDate.nullable(),
  sent_at: Instant.nullable(),
  decided_at: Instant.nullable(),
  /** Why the company asks for it once more. */
  reason: z.string().nullable(),
})

/** When the traveller comes, and how. */
export const Arrival = z.object({
  way: z.enum(ARRIVAL_WAYS),
  flight: z.string().nullable(),
  /** On the day of the pick-up, in its city's time. */
  arrives_at: z.string(),
  note: z.string().nullable(),
  /** Whether the pick-up has been moved since. */
  is_outdated: z.boolean(),
})

/** What an inquiry service was asked about national id and mobile number. */
const IdentityCheck = z.object({
  /** The last answer; null if nothing was asked for this reservation. */
  verdict: z.enum(IDENTITY_VERDICTS).nullable(),
  asked_at: Instant.nullable(),
  /** Until when a good answer about this person counts. */
  checked_until: IsoDate.nullable(),
  can_ask: z.boolean(),
})

/** What a traveller does before the pick-up. */
export const CheckIn = Readiness.extend({
  /** Whether anything can be sent: the reservation is confirmed, and the vehicle not handed over. */
  is_open: z.boolean(),
  licence: LicenceCheck.nullable(),
  /** Until when the company has found this person's licence valid. */
  checked_until: IsoDate.nullable(),
  /** Null where nothing was asked and nothing can be: without a service, or with papers or a number of another country. */
  identity: IdentityCheck.nullable(),
  arrival: Arrival.nullable(),
  /** Who drives, too. */
  drivers: z.array(FurtherDriver),
  /** How many more the booked extra pays for. */
  drivers_room: z.int(),
  /** The last day on which the pictures of the licence are kept; null without any. */
  pictures_until: IsoDate.nullable(),
  /** Whether the traveller can delete them now: any time but during the rental. */
  removable: z.boolean(),
})

const flight = (value: unknown) => {
  const typed = latin(value)
  return empty(typeof typed === 'string' ? typed.replace(/[\s-]/g, '').toUpperCase() : typed)
}

const id = z.object({ id: PublicId })
/** The fields of a licence besides its pictures. */
export const LicenceForm = z.object({ number: Licence, valid_until: IsoDate })
export const ArrivalFields = z.object({
  way: z.enum(ARRIVAL_WAYS, { error: 'required' }),
  flight: z.preprocess(flight, Text.max(12, 'max_length').optional()),
  arrives_at: z.preprocess(latin, z.string('required').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')),
  note: optionalLines(300),
})
const LicencePicture = PictureUpload.extend({ side: z.enum(LICENCE_SIDES) })
export const ofSide = id.extend({ side: z.enum(LICENCE_SIDES) })

const reading = about(ownedBy('CUSTOMER'), 'reservation')
const writing = locking(ownedBy('CUSTOMER'), 'reservation')
/** Those with files lock it themselves: a file is written before, or removed after the transaction. */
const sending = about(ownedBy('CUSTOMER'), 'reservation')

/** For whoever booked, signed in: a forwarded voucher shows no licence. */
export const checkIn = {
  read: reading
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/check_in/',
      summary: 'What is to be done before the pick-up, and what is done of it (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(CheckIn),
  addPicture: sending
    .meta(limited(sending, { bucket: 'licence', most: 40, seconds: HOUR_SECONDS }))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/check_in/picture/',
      summary:
        'Upload a side of the driving licence: multipart, at most 10 MB; replaces the former until it is confirmed (ours)',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(LicencePicture.extend({ id: PublicId }))
    .output(CheckIn),
  sendLicence: writing
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/check_in/licence/',
      summary: 'Send the licence with number and last day to the company, once both sides are there (ours)',
      tags: ['reservations'],
    })
    .input(id.extend(LicenceForm.shape))
    .output(CheckIn),
  picture: reading
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/check_in/picture/',
      summary: 'A side of the licence that one sent oneself (ours)',
      tags: ['reservations'],
    })
    .input(ofSide)
    .output(z.file()),
  removePictures: sending
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/check_in/remove_pictures/',
      summary: 'Delete the pictures of the licence and its number; what was confirmed stays confirmed (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(CheckIn),
  checkIdentity: sending
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/check_in/identity/',
      summary:
        'Ask, with consent, whether national id and mobile number match: at most thrice a day; an answer that counts is kept (ours)',
      tags: ['reservations'],
    })
    .input(id.extend({ consent: z.literal(true, { error: 'required' }) }))
    .output(CheckIn),
  saveArrival: writing
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/check_in/arrival/',
      summary: 'Say how and when one comes to the pick-up (ours)',
      tags: ['reservations'],
    })
    .input(id.extend(ArrivalFields.shape))
    .output(CheckIn),
}
