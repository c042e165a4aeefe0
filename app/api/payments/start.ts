import { lockWallet, type Spender, splitAmount } from '#app/api/account/wallet/wallet.ts'
import { endUnpaid } from '#app/api/books/end-unpaid.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { type Ask, answeredBefore, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { applyChange } from '#app/api/reservations/change/apply-change.ts'
import { payPart } from '#app/api/reservations/monthly/pay-part.ts'
import { confirmReservation } from '#app/api/reservations/status/confirm.ts'
import { payProposal } from '#app/api/reservations/status/proposal.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { CHECKED, UNDER_WAY, UNVERIFIED } from '#app/rules/money/payment/payment-status.ts'
import { type Due, dueAmount, endOfBankHold, isPayable, lockDue } from './due.ts'
import { debitWallet } from './pay-from-wallet.ts'
import {
  askForToken,
  awaitToken,
  isStillRight,
  lives,
  START_ENDS_AFTER_MS,
  type StartAnswer,
  startAnswer,
} from './token.ts'

export type PayOrder = {
  reservation: string
  /** The change of the reservation that is paid, its company's charge, a monthly part, or the deposit; all null for the reservation itself. */
  change: string | null
  proposal: string | null
  part: string | null
  deposit: string | null
  gateway: Gateway
  returnAddress: string
  useWallet: boolean
  spender: Spender
  ask: Ask | undefined
}

/**
 * Debits the wallet and starts the bank payment for the rest; a reservation has one pending payment, which a second
 * call resumes, or replaces if it wants another part from the wallet. No transaction is open while the bank is asked.
 * Throws NOT_PAYABLE if nothing is held or a payment is being checked, GATEWAY_UNAVAILABLE if the bank starts nothing.
 * Source: decisions.md, "Paying".
 */
export async function startPayment(deps: Deps, order: PayOrder): Promise<StartAnswer> {
  const earlier = await answeredBefore<StartAnswer>(deps.db, order.ask)
  if (earlier && (await isStillRight(deps, earlier))) return earlier
  const found = await inTransaction(deps.db, (tx) => findOrCreate(deps, tx, order))
  if ('answer' in found) return found.answer
  const { payment, due } = found
  if (!due) return awaitToken(deps, payment.id, order.ask)
  const { gateway, ask } = order
  return askForToken(deps, { payment, gateway, payer: payerOf(due), endOfHold: endOfBankHold(due), ask })
}

/** With `due` this call asks the bank; without, another one does. */
type Found = { answer: StartAnswer } | { payment: PaymentRow; due: Due | null }

async function findOrCreate(deps: Deps, tx: Tx, order: PayOrder): Promise<Found> {
  const now = deps.now()
  const first = await takeKey<StartAnswer>(tx, order.ask, now)
  const due = await lockDue(tx, order)
  const isDue = isPayable(due, now)
  if (first && !isDue) return { answer: first }
  if (!isDue) throw errors.NOT_PAYABLE()

  const open = await tx
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', order.reservation)
    .where('status', 'in', UNDER_WAY)
    .orderBy('created_at', 'desc')
    .execute()
  const isForThis = ({ change_id, proposal_id, part_id, deposit_id }: PaymentRow) =>
    change_id === order.change &&
    proposal_id === order.proposal &&
    part_id === order.part &&
    deposit_id === order.deposit
  const isLookedFor = ({ status }: PaymentRow) => CHECKED.includes(status)
  // A payment may be on its way: a second one could charge twice.
  if (open.some((payment) => isForThis(payment) && isLookedFor(payment))) throw errors.NOT_PAYABLE()
  const current = open.find((payment) => !isLookedFor(payment))
  if (current && isForThis(current)) {
    if (current.status === 'CREATED' && now.getTime() - current.created_at.getTime() < START_ENDS_AFTER_MS) {
      return { payment: current, due: null }
    }
    if (current.status === 'REDIRECTED' && lives(current, now) && (await isAsRequested(tx, current, { order, due }))) {
      const answer = startAnswer(current)
      await keepAnswer(tx, order.ask, answer)
      return { answer }
    }
  }
  if (current) {
    await endUnpaid(tx, current, { from: UNVERIFIED, status: 'EXPIRED', reason: 'replaced', at: now })
  }
  return create(deps, tx, { order, due })
}

/** Whether a pending payment has the same wallet's part and the same bank as this order. */
async function isAsRequested(
  tx: Tx,
  open: PaymentRow,
  { order, due }: { order: PayOrder; due: Due },
): Promise<boolean> {
  const currency = currencyIn(due.reservation)
  const amount = dueAmount(due)
  const { fromWallet } = await splitAmount(tx, { ...order, amount, currency, open })
  // A part of which something was paid at the desk meanwhile is less.
  return open.gateway === order.gateway.name && open.wallet_amount === fromWallet && wholePayment(open) === amount
}

async function create(deps: Deps, tx: Tx, { order, due }: { order: PayOrder; due: Due }): Promise<Found> {
  const now = deps.now()
  const { reservation, change, proposal, part } = due
  const currency = currencyIn(reservation)
  if (order.useWallet && order.spender) await lockWallet(tx, order.spender.wallet)
  const { fromWallet, left } = await splitAmount(tx, { ...order, amount: dueAmount(due), currency })
  const id = publicId()
  const byWalletAlone = left === 0
  const returnAddress = new URL(order.returnAddress)
  returnAddress.searchParams.set('payment', id)
  const payment = await tx
    .insertInto('payment')
    .values({
      id,
      reservation_id: reservation.id,
      change_id: order.change,
      proposal_id: order.proposal,
      part_id: order.part,
      deposit_id: order.deposit,
      gateway: byWalletAlone ? 'wallet' : order.gateway.name,
      currency_id: reservation.currency_id,
      amount: byWalletAlone ? fromWallet : left,
      wallet_amount: byWalletAlone ? 0 : fromWallet,
      status: byWalletAlone ? 'PAID' : 'CREATED',
      return_address: returnAddress.href,
      created_at: now,
      ...(byWalletAlone && {
        settled_at: now,
        verified_at: now,
        settled_as: proposal ? ('CHARGE' as const) : ('RESERVATION' as const),
      }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (fromWallet > 0 && order.spender) {
    const { wallet } = order.spender
    await debitWallet(tx, { payment: id, reservation, wallet, amount: fromWallet, at: now })
  }
  if (!byWalletAlone) return { payment, due }
  if (proposal) await payProposal(deps, tx, { reservation, proposal, payment: id })
  else if (change) await applyChange(deps, tx, { reservation, change })
  else if (part) await payPart(deps, tx, { reservation, paid: fromWallet, payment: id })
  else await confirmReservation(deps, tx, reservation, { paid: fromWallet, payment: id })
  const answer = startAnswer(payment)
  await keepAnswer(tx, order.ask, answer)
  return { answer }
}

function payerOf({ reservation }: Due) {
  return {
    fullname: reservation.fullname,
    phone: reservation.phone,
    email: reservation.email ?? undefined,
    address: reservation.address ?? undefined,
    zipCode: reservation.zip_code ?? undefined,
    city: reservation.city ?? undefined,
    country: reservation.country ?? undefined,
  }
}
