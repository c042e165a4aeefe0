import { GATEWAY_OF_CURRENCY } from '#app/rules/constants.ts'
import { api } from '../context.ts'
import { spenderOf, splitAmount } from '../payments/wallet.ts'
import { refuse } from '../refuse.ts'
import { readReservation } from './read.ts'
import { currencyIn, isHeld } from './record.ts'

/** Quotes a payment: what the wallet covers, what is left. Changes nothing (decisions.md, "Paying"). */
export const transactionCode = api.reservations.transactionCode.handler(async ({ input, context }) => {
  const { deps } = context
  const reservation = await readReservation(deps.db, input.id)
  if (!isHeld(reservation, deps.now()) || !reservation.hold_until) throw refuse('NOT_PAYABLE')
  const currency = currencyIn(reservation)
  const { total, payable_now, paid } = reservation
  const { balance, fromWallet, left } = await splitAmount(deps.db, {
    amount: payable_now - paid,
    currency,
    useWallet: input.use_wallet,
    spender: spenderOf(context),
  })
  return {
    transaction_id: reservation.id,
    currency,
    gateway: GATEWAY_OF_CURRENCY[currency],
    total,
    payable_now,
    due_at_desk: total - payable_now,
    wallet_balance: balance,
    wallet_used: fromWallet,
    left,
    hold_until: reservation.hold_until.toISOString(),
  }
})
