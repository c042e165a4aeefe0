import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import { endUnpaid } from '#app/api/books/end-unpaid.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { type Ask, keepAnswer } from '#app/api/call/idempotency.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { PaymentStart } from '#app/contract/payments.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { Gateway, Payer, Started } from '#app/providers/gateways/gateway.ts'
import { BANK_HOLD_MINUTES, HOLD_MINUTES } from '#app/rules/constants.ts'
import { UNSUCCESSFUL } from '#app/rules/money/payment/payment-status.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { dueIdsOf, endOfBankHold, extendHold, isAwaitingPayment, lockDue } from './due.ts'
import { callPerson, readPayment } from './record.ts'

export type StartAnswer = z.infer<typeof PaymentStart>

/** A request for a token without an answer after this time died with its process. */
export const START_ENDS_AFTER_MS = 30_000
const WAIT_STEP_MS = 50

/**
 * Requests a new payment's token from the bank and stores where the customer goes. No transaction is open meanwhile.
 * Throws GATEWAY_UNAVAILABLE if the bank starts nothing, NOT_PAYABLE if it is no longer held.
 */
export async function askForToken(
  deps: Deps,
  requested: {
    payment: PaymentRow
    gateway: Gateway
    payer: Payer
    endOfHold?: Date | undefined
    ask: Ask | undefined
  },
): Promise<StartAnswer> {
  const { payment, gateway, payer, endOfHold, ask } = requested
  const minutesLeft = endOfHold ? Math.floor((endOfHold.getTime() - deps.now().getTime()) / MINUTE_MS) : HOLD_MINUTES
  const started = await gateway.start({
    paymentId: payment.id,
    orderNumber: String(payment.number),
    amount: payment.amount,
    currency: currencyIn(payment),
    returnAddress: payment.return_address,
    payer,
    expiresInMinutes: Math.max(1, Math.min(HOLD_MINUTES, minutesLeft)),
  })
  const answer = await inTransaction(deps.db, (tx) => noteStart(deps, tx, { payment, started, ask }))
  if (typeof answer === 'object') return answer
  throw errors[answer]()
}

/** Stores the token and extends the hold until the token expires, or says why nothing can be paid. */
async function noteStart(
  deps: Deps,
  tx: Tx,
  { payment, started, ask }: { payment: PaymentRow; started: Started; ask: Ask | undefined },
): Promise<StartAnswer | 'NOT_PAYABLE' | 'GATEWAY_UNAVAILABLE'> {
  const now = deps.now()
  const ids = dueIdsOf(payment)
  const due = ids && (await lockDue(tx, ids))
  if (started.outcome !== 'started') {
    if (started.outcome === 'refused' && started.alert) callPerson(deps, payment, started.reason)
    await endUnpaid(tx, payment, { from: ['CREATED'], status: 'FAILED', reason: started.reason, at: now })
    return 'GATEWAY_UNAVAILABLE'
  }
  if (await isOfAnother(tx, payment, started.token)) {
    callPerson(deps, payment, 'the bank gave a token twice')
    await endUnpaid(tx, payment, { from: ['CREATED'], status: 'FAILED', reason: 'token given twice', at: now })
    return 'GATEWAY_UNAVAILABLE'
  }
  const endOfHold =
    (due && endOfBankHold(due)) ?? new Date(payment.created_at.getTime() + BANK_HOLD_MINUTES * MINUTE_MS)
  const expiresAt = started.expiresAt ?? endOfHold
  const redirected = await changePaymentStatus(tx, payment.id, {
    from: ['CREATED'],
    to: 'REDIRECTED',
    set: {
      token: started.token,
      redirect: JSON.stringify(started.redirect),
      redirected_at: now,
      token_expires_at: expiresAt,
    },
  })
  if (!redirected) return 'NOT_PAYABLE'
  if (due && !isAwaitingPayment(due)) {
    await endUnpaid(tx, redirected, { from: ['REDIRECTED'], status: 'CANCELLED', reason: 'not held', at: now })
    return 'NOT_PAYABLE'
  }
  if (due) await extendHold(tx, due, expiresAt < endOfHold ? expiresAt : endOfHold)
  const answer = startAnswer(redirected)
  await keepAnswer(tx, ask, answer)
  return answer
}

/** Whether a token already belongs to another payment; requests with the same one run one after the other. */
async function isOfAnother(tx: Tx, { id, gateway }: PaymentRow, token: string): Promise<boolean> {
  await oneByOne(tx, `token ${gateway} ${token}`)
  const other = await tx
    .selectFrom('payment')
    .select('id')
    .where('gateway', '=', gateway)
    .where('token', '=', token)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

/** Another request for the same payment is at the bank: its answer is used. */
export async function awaitToken(deps: Deps, id: string, ask: Ask | undefined): Promise<StartAnswer> {
  for (let waited = 0; waited < START_ENDS_AFTER_MS; waited += WAIT_STEP_MS) {
    const payment = await readPayment(deps.db, id)
    if (payment.status === 'REDIRECTED' || payment.status === 'PAID') {
      const answer = startAnswer(payment)
      await keepAnswer(deps.db, ask, answer)
      return answer
    }
    if (payment.status !== 'CREATED') break
    await sleep(WAIT_STEP_MS)
  }
  throw errors.GATEWAY_UNAVAILABLE()
}

/**
 * The same key gets the same answer, except that a customer who comes back from a payment that has ended can pay after
 * all.
 */
export async function isStillRight(deps: Deps, answer: StartAnswer): Promise<boolean> {
  const payment = await readPayment(deps.db, answer.payment_id)
  if (payment.status === 'REDIRECTED') return lives(payment, deps.now())
  return !UNSUCCESSFUL.some((one) => one === payment.status)
}

/** Whether the customer can still be sent to the bank with it. */
export function lives(payment: PaymentRow, now: Date): boolean {
  return payment.redirect !== null && payment.token_expires_at !== null && payment.token_expires_at > now
}

/** Where the browser goes next, as the contract defines it. */
export function startAnswer(payment: PaymentRow): StartAnswer {
  const { id, status, redirect, token_expires_at, amount, wallet_amount } = payment
  const leads = status === 'REDIRECTED' ? redirect : null
  return {
    payment_id: id,
    status,
    amount,
    wallet_amount,
    url: leads?.url ?? null,
    fields: leads?.method === 'POST' ? (leads.fields ?? {}) : null,
    expires_at: token_expires_at?.toISOString() ?? null,
  }
}
