import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { errors } from '#app/api/call/declared-errors.ts'
import type { AskedDocument, PaymentDocument } from '#app/contract/shapes/invoice.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** Every invoice and credit note of some payments, the latest first. */
export async function documentsOf(
  db: Kysely<DB>,
  payments: readonly string[],
): Promise<(z.infer<typeof PaymentDocument> & { payment: string })[]> {
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('invoice')
    .select(['payment_id as payment', 'number', 'amount', 'issued_at', sql<'INVOICE' | 'CREDIT'>`'INVOICE'`.as('kind')])
    .where('payment_id', 'in', payments)
    .unionAll(
      db
        .selectFrom('credit_note')
        .innerJoin('invoice', 'invoice.number', 'credit_note.invoice')
        .select(['invoice.payment_id as payment', 'credit_note.number', 'credit_note.amount', 'credit_note.issued_at'])
        .select(sql<'INVOICE' | 'CREDIT'>`'CREDIT'`.as('kind'))
        .where('invoice.payment_id', 'in', payments),
    )
    .orderBy('issued_at', 'desc')
    .orderBy('kind')
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ issued_at, ...row }) => ({ ...row, issued_at: issued_at.toISOString() }))
}

/**
 * The invoice that a payment's page shows, by default the latest, and the credit note of it that is asked for. Throws NOT_FOUND for one
 * of another payment.
 */
export async function shownDocument(db: Kysely<DB>, payment: string, { invoice, credit }: AskedDocument) {
  const note =
    credit === undefined
      ? null
      : await db
          .selectFrom('credit_note')
          .innerJoin('invoice', 'invoice.number', 'credit_note.invoice')
          .select([
            'credit_note.number',
            'credit_note.invoice',
            'credit_note.amount',
            'reason',
            'credit_note.issued_at',
          ])
          .where('payment_id', '=', payment)
          .where('credit_note.number', '=', credit)
          .executeTakeFirst()
  const wanted = note ? note.invoice : invoice
  const found = await db
    .selectFrom('invoice')
    .selectAll()
    .where('payment_id', '=', payment)
    .$if(wanted !== undefined, (query) => query.where('number', '=', wanted ?? 0))
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (note === undefined || (wanted !== undefined && !found)) throw errors.NOT_FOUND()
  return { invoice: found ?? null, note }
}
