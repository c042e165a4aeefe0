import { z } from 'zod'
import { about, deskStaff } from '#app/contract/call/base.ts'
import { Invoice, WhichDocument } from '#app/contract/shapes/invoice.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'

/** Of how the customer paid it says only that it was online: by which bank or wallet is theirs. */
const CompanyInvoice = Invoice.extend({ gateway: z.null() })

/** The invoices of a company's reservations: it is their supplier. */
export const invoices = {
  read: about(deskStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/invoices/',
      summary:
        'An invoice or credit note of a reservation, else the latest invoice, with all in `documents`; null before a payment (ours)',
      tags: ['company'],
    })
    .input(WhichDocument.extend({ id: PublicId }))
    .output(CompanyInvoice.nullable()),
}
