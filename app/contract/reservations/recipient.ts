import { z } from 'zod'
import { about, deskStaff, locking, notifying, ownedBy } from '#app/contract/call/base.ts'
import { RecipientChoice, RecipientFields } from '#app/contract/shapes/recipient.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'

const id = z.object({ id: PublicId })
const saved = RecipientFields.extend({ id: PublicId })

/** For whoever booked, signed in. */
export const recipient = {
  read: about(ownedBy('CUSTOMER'), 'reservation')
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/recipient/',
      summary: 'The business to which invoices of a reservation are made out (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(RecipientChoice),
  save: locking(ownedBy('CUSTOMER'), 'reservation')
    .route({
      method: 'PUT',
      path: '/business/rent/ad/reserve/{id}/recipient/',
      summary:
        'Make invoices out to a business, and keep it; those of the last 30 days are credited and issued again (ours)',
      tags: ['reservations'],
    })
    .input(saved)
    .output(RecipientChoice),
  remove: locking(ownedBy('CUSTOMER'), 'reservation')
    .route({
      method: 'DELETE',
      path: '/business/rent/ad/reserve/{id}/recipient/',
      summary: 'Have invoices made out to the driver again; those of the last 30 days are issued again (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(RecipientChoice),
}

const changing = locking(deskStaff, 'reservation')

/** The same for the company's desk; the customer is notified of a change. */
export const deskRecipient = {
  read: about(deskStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/recipient/',
      summary: 'The business to which invoices of a reservation are made out (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(RecipientChoice),
  save: changing
    .meta(notifying(changing, 300))
    .route({
      method: 'PUT',
      path: '/desk/reservations/{id}/recipient/',
      summary: 'Make invoices out to a business; those of the last year are credited and issued again (ours)',
      tags: ['company'],
    })
    .input(saved)
    .output(RecipientChoice),
  remove: changing
    .meta(notifying(changing, 300))
    .route({
      method: 'DELETE',
      path: '/desk/reservations/{id}/recipient/',
      summary: 'Have invoices made out to the driver again; those of the last year are issued again (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(RecipientChoice),
}
