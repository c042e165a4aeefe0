import { z } from 'zod'
import { CREDIT_REASONS } from '#app/rules/money/invoice.ts'
import { BillLine, Supplier } from './bill.ts'
import { PaymentCard } from './payment-shapes.ts'
import { Recipient } from './recipient.ts'
import { Instant, IsoDate, Money, RowId } from './shapes.ts'
import { empty } from './text.ts'

/** An invoice or a credit note of a payment, in the series of its kind. */
export const PaymentDocument = z.object({
  kind: z.enum(['INVOICE', 'CREDIT']),
  number: z.int(),
  issued_at: Instant,
  amount: Money,
})

const DocumentNumber = z.preprocess(empty, RowId.optional())
/** Which document of a payment: an invoice or a credit note by its number; by default the latest invoice. */
export const WhichDocument = z.object({ invoice: DocumentNumber, credit: DocumentNumber })
export type AskedDocument = z.output<typeof WhichDocument>

/** A payment with everything on its invoice, or on a credit note of it. */
export const Invoice = PaymentCard.extend({
  /** The number in the series of invoices, which has no gaps; null if no money arrived, so that there is no invoice. */
  invoice: z
    .object({
      number: z.int(),
      issued_at: Instant,
      /** The whole payment, or what was left of it when the invoice was issued again. */
      amount: Money,
      /** The invoice that it was issued for again. */
      replaces: z.object({ number: z.int(), issued_at: Instant }).nullable(),
    })
    .nullable(),
  /** The credit note that was asked for; it credits `invoice`. */
  credit: z.object({ number: z.int(), issued_at: Instant, amount: Money, reason: z.enum(CREDIT_REASONS) }).nullable(),
  /** All invoices and credit notes of the payment, the latest first. */
  documents: z.array(PaymentDocument),
  /** The time zone of the payment's place, in which its times are shown; null for a wallet. */
  zone: z.string().nullable(),
  /** The payer: the driver of the reservation, or the person of the wallet. */
  payer: z.object({
    fullname: z.string(),
    phone: z.string(),
    email: z.string().nullable(),
    address: z.string().nullable(),
    zip_code: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
  }),
  /** The business that it is made out to; null: to the payer. Its country by its name. */
  recipient: Recipient.nullable(),
  rental: z
    .object({
      title: z.string(),
      company: z.string(),
      /** The company as the supplier of the rental, as far as its legal name, numbers and address are known. */
      supplier: Supplier,
      city: z.string(),
      start_date: IsoDate,
      end_date: IsoDate,
      days: z.int(),
      lines: z.array(BillLine),
      total: Money,
      payable_now: Money,
      /** As it is booked now: invoices from before credit notes keep no copy. */
      is_current: z.boolean(),
    })
    .nullable(),
})
