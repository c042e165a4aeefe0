import { UNPAID_PHONE_CORRECTIONS } from './constants.ts'
import type { ReservationStatus } from './reservation-status.ts'

type Corrected = {
  status: ReservationStatus
  refunded: number
  phone_corrections: number
  phone_corrected_at: Date | null
}

/**
 * Whether a mistyped phone of a reservation may still be corrected: a few times while it waits for its payment, once after, and
 * not once anything was given back, as that went where the phone said. Source: issue 16; the numbers are *ours*.
 */
export function mayCorrectPhone({ status, refunded, phone_corrections, phone_corrected_at }: Corrected): boolean {
  if (status === 'AWAITING_PAYMENT') return phone_corrections < UNPAID_PHONE_CORRECTIONS
  return (status === 'AWAITING_CONFIRMATION' || status === 'CONFIRMED') && refunded === 0 && phone_corrected_at === null
}
