import { z } from 'zod'
import { about, deskStaff, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { DeskKeyBox } from '#app/contract/company/reservations/key-box.ts'
import { GivenReason } from '#app/contract/company/written.ts'
import { Arrival, LicenceCheck, ofSide, Readiness } from '#app/contract/reservations/check-in.ts'
import { FurtherDriver } from '#app/contract/reservations/further-driver.ts'
import { Instant, IsoDate, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'

const { CHANGED_MEANWHILE, STATUS_CONFLICT } = ERRORS

/** What of a check-in the company sees. */
export const DeskCheckIn = Readiness.extend({
  /** Null while nothing was sent, for drivers, and where papers are not seen any more. */
  licence: LicenceCheck.extend({ by: z.string().nullable() }).nullable(),
  /** Until when somebody here has found this person's licence valid. */
  checked_until: IsoDate.nullable(),
  arrival: Arrival.nullable(),
  /** Who drives, too; drafts of customers are not seen. For drivers only the name and whether they may drive. */
  drivers: z.array(FurtherDriver.extend({ valid_until: IsoDate.nullable(), by: z.string().nullable() })),
  /** How many more staff can name now. */
  drivers_room: z.int(),
  /** Whether the customer has booked the extra for one. */
  has_second_driver: z.boolean(),
  /** Whether the licence can be confirmed now: sent, or seen at the counter. */
  decidable: z.boolean(),
  /** Null for drivers, and where the key is handed over at the counter. */
  key_box: DeskKeyBox.nullable(),
})

const reading = about(deskStaff, 'reservation')
/** It locks the reservation itself: files are removed after the transaction. */
const confirming = reading.errors({ CHANGED_MEANWHILE, STATUS_CONFLICT })
const deciding = locking(deskStaff, 'reservation').errors({ CHANGED_MEANWHILE, STATUS_CONFLICT })
/** When what was looked at had been sent; empty: the licence itself was shown at the counter. */
const seen = { sent_at: z.preprocess(empty, Instant.optional()) }

export const LicenceConfirm = z.object({ ...seen, valid_until: IsoDate })
export const LicenceRefusal = z.object({ sent_at: Instant, reason: GivenReason })

export const checkIn = {
  picture: reading
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/check_in/picture/',
      summary:
        'A side of the licence that the customer sent, until 30 days after the return; each reading is logged (ours)',
      tags: ['company'],
    })
    .input(ofSide)
    .output(z.file()),
  confirm: confirming
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/check_in/confirm/',
      summary: 'The licence is valid until this day: kept for this person at this company; twice is once (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...LicenceConfirm.shape }))
    .output(DeskCheckIn),
  refuse: deciding
    .meta(notifying(deciding, 100))
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/check_in/refuse/',
      summary: 'Ask for the licence once more, with a reason that the customer reads; twice is once (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...LicenceRefusal.shape }))
    .output(DeskCheckIn),
}
