import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'

/** A reservation, or a change of one, that waits for its payment, with the shares of the wallet and of the bank. */
export type WaitingPayment = NonNullable<Awaited<ReturnType<typeof waitingPayment>>>

/**
 * The payment that an id is waiting for, with the wallet if the page's query chooses it; undefined when it cannot be paid
 * (any more).
 */
export async function waitingPayment(context: Readonly<RouterContextProvider>, id: string, query: URLSearchParams) {
  const requested = query.get('use_wallet') === 'on'
  try {
    const quote = await apiOf(context).reservations.transactionCode({ id, use_wallet: requested })
    return {
      quote,
      usesWallet: quote.wallet_used > 0,
      leftMs: quote.hold_until === null ? 0 : Math.max(0, Date.parse(quote.hold_until) - Date.now()),
      idempotencyKey: randomUUID(),
    }
  } catch (error) {
    if (isCallError(error, 'NOT_PAYABLE')) return undefined
    throw error
  }
}
