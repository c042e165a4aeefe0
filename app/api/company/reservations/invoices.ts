import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { documentsOf } from '#app/api/payments/documents.ts'
import { readInvoice } from '#app/api/payments/invoices.ts'
import { contactAsSeen, readSeen } from '#app/api/reservations/read/customer.ts'

/**
 * An invoice or a credit note of a reservation for its company: of the customer what it may see now, and nothing of how they paid. Throws
 * NOT_FOUND for a document of another reservation.
 */
export const read = api.company.reservations.invoices.read.handler(async ({ input, context }) => {
  const { deps, language, person, reservation } = context
  const { db } = deps
  const { id } = reservation
  const payments = await db.selectFrom('payment').select('id').where('reservation_id', '=', id).execute()
  const all = await documentsOf(
    db,
    payments.map((one) => one.id),
  )
  const { invoice, credit } = input
  const isAsked = credit !== undefined || invoice !== undefined
  const wanted = all.find(({ kind, number }) =>
    credit === undefined
      ? kind === 'INVOICE' && number === (invoice ?? number)
      : kind === 'CREDIT' && number === credit,
  )
  if (isAsked && !wanted) throw errors.NOT_FOUND()
  const shown = wanted && (await readInvoice(db, wanted.payment, { language, asked: { invoice, credit } }))
  if (!shown) return null
  const seen = await readSeen(db, { id, person, now: deps.now() })
  const noAddress = { address: null, zip_code: null, city: null, country: null }
  const payer = {
    ...{ ...shown.payer, ...contactAsSeen(shown.payer, seen), email: null },
    ...(seen === 'FIRST_NAME' && noAddress),
  }
  return {
    ...{ ...shown, id: reservation.share_id, payer, gateway: null, card: null, reference: null, trace: null },
    ...{ amount: shown.amount + shown.wallet_amount, wallet_amount: 0 },
    recipient: seen === 'FIRST_NAME' ? null : shown.recipient,
    documents: all.map(({ payment: _, ...document }) => document),
  }
})
