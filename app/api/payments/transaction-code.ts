import { splitAmount } from '#app/api/account/wallet/wallet.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { dueAmount, isPayable, openPaymentOf, payableUntil, readDue } from '#app/api/payments/due.ts'
import { keepWalletChoice, spenderFor } from '#app/api/payments/wallet/wallet-choice.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { GATEWAY_OF_CURRENCY } from '#app/rules/constants.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'

/**
 * Quotes the payment of a reservation, of a change, of a charge, of a monthly part, or of a deposit: the wallet's part, and the rest. Moves no money; a
 * signed-in person's choice is stored for the payment that follows (decisions.md, "Paying").
 */
export const transactionCode = api.reservations.transactionCode.handler(async ({ input, context }) => {
  const { deps } = context
  const due = await readDue(deps.db, input.id)
  const now = deps.now()
  if (!isPayable(due, now)) throw errors.NOT_PAYABLE()
  await keepWalletChoice(deps.db, due, { person: context.person, uses: input.use_wallet })
  const currency = currencyIn(due.reservation)
  const whole = due.proposal ?? due.deposit ?? (due.part && { amount: due.part.left })
  const { total, payable_now } = whole ? wholeOf(whole) : (due.change ?? due.reservation)
  const { balance, fromWallet, left } = await splitAmount(deps.db, {
    amount: dueAmount(due),
    currency,
    useWallet: input.use_wallet,
    spender: await spenderFor(deps.db, due, context.person),
    open: await openPaymentOf(deps.db, due),
  })
  return {
    transaction_id: input.id,
    reservation_id: due.reservation.id,
    currency,
    gateway: GATEWAY_OF_CURRENCY[currency],
    total,
    payable_now,
    due_at_desk: deskPart({ total, payable_now }),
    wallet_balance: balance,
    wallet_used: fromWallet,
    left,
    hold_until: payableUntil(due, now)?.toISOString() ?? null,
  }
})

/** It is paid completely. */
function wholeOf({ amount }: { amount: number }) {
  return { total: amount, payable_now: amount }
}
