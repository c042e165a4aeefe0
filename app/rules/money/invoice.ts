import type { BillLine } from './price.ts'

/** Why a credit note was issued: money went back, the payment came too late to be kept, or the invoice was issued for another recipient. */
export const CREDIT_REASONS = ['REFUND', 'NOT_TAKEN', 'RECIPIENT'] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

/** A rental as it was booked when its invoice was issued; amounts in the minor unit. */
export interface InvoicedRental {
  start_date: string
  end_date: string
  days: number
  lines: BillLine[]
  total: number
  payable_now: number
}
