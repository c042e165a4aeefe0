import type { GatewayName } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import type { Faults } from './faults.ts'
import type { Books } from './sale.ts'

/** The state that both simulated banks share. */
export type BankState = {
  books: Books
  faults: () => Faults
  /** Milliseconds since 1970 by the bank's clock. */
  now: () => number
  merchants: Record<GatewayName, string[]>
}

/** Saman returns a payment that the shop has not verified within 30 minutes (protocol §1). */
export function giveBackUnverified(state: BankState) {
  const late = state.books
    .all()
    .filter(
      (sale) => sale.bank === 'saman' && sale.state === 'paid' && state.now() > (sale.paidAt ?? 0) + 30 * MINUTE_MS,
    )
  for (const sale of late) sale.state = 'returned'
  if (late.length > 0) state.books.save()
}
