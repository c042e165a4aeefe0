import type { BillLine } from './price.ts'

/** Why a credit note was issued: money went back, the payment came too late to be kept, or the invoice was issued for another recipient. */
export type CreditReason = 'REFUND' | 'NOT_TAKEN' | 'RECIPIENT'

/** A rental as it was booked when its invoice was issued; amounts in the minor unit. */
export interface InvoicedRental {
  start_date: string
  end_date: string
  days: number
  lines: BillLine[]
  total: number
  payable_now: number
}
