import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import type { OwnTrip } from '../own-trip.server.ts'

/** A sum under a trip's bill, in the minor unit of its currency. */
export interface PriceSum {
  key: 'paid' | 'refunded' | 'toPay' | 'rest'
  amount: number
}

/** What was paid and came back, and what is still to be paid: nothing of a trip that is over. Source: *ours*. */
export function priceSums(
  { paid, refunded, payable_now, due_at_desk }: Pick<OwnTrip, 'paid' | 'refunded' | 'payable_now' | 'due_at_desk'>,
  phase: ReservationPhase,
): PriceSum[] {
  const sums: PriceSum[] = [
    { key: 'paid', amount: paid },
    { key: 'refunded', amount: refunded },
  ]
  if (phase !== 'ended') {
    sums.push({ key: 'toPay', amount: paid > 0 ? 0 : payable_now }, { key: 'rest', amount: due_at_desk })
  }
  return sums.filter(({ amount }) => amount > 0)
}
