import { about, deskStaff } from '#app/contract/call/base.ts'
import { Invoice, WhichDocument } from '#app/contract/shapes/invoice.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'

/** The invoices of a company's reservations: it is their supplier. */
export const invoices = {
  read: about(deskStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/invoices/',
      summary:
        'An invoice or credit note of a reservation, by default the latest invoice, with all of them in `documents`; null before a payment (ours)',
      tags: ['company'],
    })
    .input(WhichDocument.extend({ id: PublicId }))
    .output(Invoice.nullable()),
}
