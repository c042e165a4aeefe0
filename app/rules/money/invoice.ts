import type { Language } from '../constants.ts'
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

/** The vehicle and the parties of a rental as they were named when its invoice was issued. */
export interface InvoicedParties {
  vehicle: Record<`${'brand' | 'model' | 'trim'}_${'fa' | 'en' | 'ar'}`, string | null>
  company: Record<Language, string>
  city: { name_fa: string; name_en: string; name_ar: string }
  supplier: {
    legal_name: string | null
    legal_id: string | null
    tax_number: string | null
    /** Its address in law. */
    address: string | null
    zip_code: string | null
    /** The address of its first office or place, for a company without one in law. */
    place: Record<Language, string> | null
  }
}
