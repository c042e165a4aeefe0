import { z } from 'zod'
import { about, deskStaff, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { DeskCheckIn } from '#app/contract/company/reservations/check-in.ts'
import { GivenReason } from '#app/contract/company/written.ts'
import { ofSide } from '#app/contract/reservations/check-in.ts'
import { FurtherDriverFields, ofDriver } from '#app/contract/reservations/further-drivers.ts'
import { Instant, IsoDate, PublicId } from '#app/contract/shapes/shapes.ts'

const { CHANGED_MEANWHILE, STATUS_CONFLICT } = ERRORS

/** What staff decide about a licence that was sent at this time. */
export const DriverConfirm = z.object({ driver: PublicId, sent_at: Instant, valid_until: IsoDate })
export const DriverRefusal = z.object({ driver: PublicId, sent_at: Instant, reason: GivenReason })

const reading = about(deskStaff, 'reservation')
/** It locks the reservation itself: files are removed after the transaction. */
const removing = about(deskStaff, 'reservation').errors({ STATUS_CONFLICT })
const writing = locking(deskStaff, 'reservation').errors({ STATUS_CONFLICT })
const deciding = locking(deskStaff, 'reservation').errors({ CHANGED_MEANWHILE, STATUS_CONFLICT })

/** Who drives beside the main driver, for a company's staff. */
export const drivers = {
  picture: reading
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/drivers/picture/',
      summary: 'A side of a further driver’s licence, until 30 days after the return; each reading is logged (ours)',
      tags: ['company'],
    })
    .input(ofSide.extend({ driver: PublicId }))
    .output(z.file()),
  add: writing
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/drivers/',
      summary: 'Name a further driver whose licence was seen, at most three; until the return (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...FurtherDriverFields.shape }))
    .output(DeskCheckIn),
  confirm: deciding
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/drivers/confirm/',
      summary: 'A further driver’s licence is valid until this day; twice is once (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...DriverConfirm.shape }))
    .output(DeskCheckIn),
  refuse: deciding
    .meta(notifying(deciding, 100))
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/drivers/refuse/',
      summary:
        'Ask for a further driver’s licence once more, with a reason that the customer reads; twice is once (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId, ...DriverRefusal.shape }))
    .output(DeskCheckIn),
  remove: removing
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/drivers/remove/',
      summary: 'Take a further driver back, with the pictures; twice is once (ours)',
      tags: ['company'],
    })
    .input(ofDriver)
    .output(DeskCheckIn),
}
