import { UNPAID_PHONE_CORRECTIONS } from '../../constants.ts'
import { MOVABLE, type ReservationStatus } from '../reservation-status.ts'

type Corrected = {
  status: ReservationStatus
  refunded: number
  phone_corrections: number
  phone_corrected_at: Date | null
}

/**
 * Whether a mistyped phone of a reservation may still be corrected: a few times before its payment, once after it, and
 * not after any refund, which went to the owner of that phone. Source: *ours*.
 */
export function mayCorrectPhone({ status, refunded, phone_corrections, phone_corrected_at }: Corrected): boolean {
  if (status === 'AWAITING_PAYMENT') return phone_corrections < UNPAID_PHONE_CORRECTIONS
  return MOVABLE.includes(status) && refunded === 0 && phone_corrected_at === null
}
