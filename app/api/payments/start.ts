import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { PaymentStart } from '#app/contract/payments.ts'
import type { Gateway, Started } from '#app/providers/gateways/gateway.ts'
import { BANK_HOLD_MINUTES, HOLD_MINUTES } from '#app/rules/constants.ts'
import type { Deps, Tx } from '../context.ts'
import { type Ask, answeredBefore, keepAnswer, takeKey } from '../idempotency.ts'
import { post } from '../ledger.ts'
import { publicId } from '../public-id.ts'
import { refuse } from '../refuse.ts'
import { confirmReservation } from '../reservations/confirm.ts'
import { lockReservation } from '../reservations/read.ts'
import { currencyIn, isHeld, type ReservationRow } from '../reservations/record.ts'
import { inTransaction } from '../transaction.ts'
import { callPerson, endUnpaid, type PaymentRow, readPayment, reservationOf } from './record.ts'
import { type Spender, splitAmount } from './wallet.ts'

type Answer = z.infer<typeof PaymentStart>

export type PayOrder = {
  reservation: string
  gateway: Gateway
  returnAddress: string
  useWallet: boolean
  spender: Spender
  ask: Ask | undefined
}

const MINUTE_MS = 60_000
/** A request for a token that is not answered by then died with its process. */
export const START_ENDS_AFTER_MS = 30_000
const WAIT_STEP_MS = 50

/**
 * Debits the wallet and starts the bank payment for the rest; a reservation has one payment on its way, which a second
 * call resumes. No transaction is open while the bank is asked. Throws NOT_PAYABLE for a reservation that is not held or
 * whose money is being looked for, GATEWAY_UNAVAILABLE when the bank starts nothing. Source: decisions.md, "Paying".
 */
export async function startPayment(deps: Deps, order: PayOrder): Promise<Answer> {
  const earlier = await answeredBefore<Answer>(deps.db, order.ask)
  if (earlier && (await isStillRight(deps, earlier))) return earlier
  const found = await inTransaction(deps.db, (tx) => findOrCreate(deps, tx, order))
  if ('answer' in found) return found.answer
  if (found.isOurs) return askForToken(deps, order, found.payment)
  return awaitToken(deps, order, found.payment.id)
}

type Found = { answer: Answer } | { payment: PaymentRow; isOurs: boolean }

async function findOrCreate(deps: Deps, tx: Tx, order: PayOrder): Promise<Found> {
  const now = deps.now()
  const first = await takeKey<Answer>(tx, order.ask, now)
  const reservation = await lockReservation(tx, order.reservation)
  if (first && !isHeld(reservation, now)) return { answer: first }
  if (!isHeld(reservation, now)) throw refuse('NOT_PAYABLE')

  const open = await tx
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .where('status', 'in', ['CREATED', 'REDIRECTED', 'VERIFYING', 'REVIEW'])
    .orderBy('created_at', 'desc')
    .execute()
  // Money may be on its way: a second payment could take it twice.
  if (open.some(({ status }) => status === 'VERIFYING' || status === 'REVIEW')) throw refuse('NOT_PAYABLE')
  const [current] = open
  if (current?.status === 'CREATED' && now.getTime() - current.created_at.getTime() < START_ENDS_AFTER_MS) {
    return { payment: current, isOurs: false }
  }
  if (current?.status === 'REDIRECTED' && current.gateway === order.gateway.name && lives(current, now)) {
    const answer = answerOf(current)
    await keepAnswer(tx, order.ask, answer)
    return { answer }
  }
  if (current) {
    await endUnpaid(tx, current, { from: ['CREATED', 'REDIRECTED'], status: 'EXPIRED', reason: 'replaced', at: now })
  }
  return create(deps, tx, { order, reservation })
}

async function create(
  deps: Deps,
  tx: Tx,
  { order, reservation }: { order: PayOrder; reservation: ReservationRow },
): Promise<Found> {
  const now = deps.now()
  const currency = currencyIn(reservation)
  const amount = reservation.payable_now - reservation.paid
  const { fromWallet, left } = await splitAmount(tx, { ...order, amount, currency })
  const id = publicId()
  const byWalletAlone = left === 0
  const returnAddress = new URL(order.returnAddress)
  returnAddress.searchParams.set('payment', id)
  const payment = await tx
    .insertInto('payment')
    .values({
      id,
      reservation_id: reservation.id,
      gateway: byWalletAlone ? 'wallet' : order.gateway.name,
      currency_id: reservation.currency_id,
      amount: byWalletAlone ? fromWallet : left,
      wallet_amount: byWalletAlone ? 0 : fromWallet,
      status: byWalletAlone ? 'PAID' : 'CREATED',
      return_address: returnAddress.href,
      created_at: now,
      ...(byWalletAlone && { settled_at: now, verified_at: now, settled_as: 'RESERVATION' as const }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (fromWallet > 0 && order.spender) {
    await post(tx, {
      key: `wallet-debit ${id}`,
      kind: 'WALLET_DEBIT',
      currency,
      at: now,
      payment: id,
      reservation: reservation.id,
      entries: [
        { kind: 'WALLET', owner: order.spender.phone, amount: -fromWallet },
        { kind: 'PREPAYMENT', owner: reservation.company_id, amount: fromWallet },
      ],
    })
  }
  if (!byWalletAlone) return { payment, isOurs: true }
  await confirmReservation(deps, tx, reservation, fromWallet)
  const answer = answerOf(payment)
  await keepAnswer(tx, order.ask, answer)
  return { answer }
}

async function askForToken(deps: Deps, order: PayOrder, payment: PaymentRow): Promise<Answer> {
  const reservation = await deps.db
    .selectFrom('reservation')
    .selectAll()
    .where('id', '=', order.reservation)
    .executeTakeFirstOrThrow()
  const endOfHold = reservation.created_at.getTime() + BANK_HOLD_MINUTES * MINUTE_MS
  const minutesLeft = Math.floor((endOfHold - deps.now().getTime()) / MINUTE_MS)
  const started = await order.gateway.start({
    paymentId: payment.id,
    orderNumber: String(payment.number),
    amount: payment.amount,
    currency: currencyIn(payment),
    returnAddress: payment.return_address,
    payer: {
      fullname: reservation.fullname,
      phone: reservation.phone,
      email: reservation.email ?? undefined,
      address: reservation.address ?? undefined,
      zipCode: reservation.zip_code ?? undefined,
      city: reservation.city ?? undefined,
      country: reservation.country ?? undefined,
    },
    expiresInMinutes: Math.max(1, Math.min(HOLD_MINUTES, minutesLeft)),
  })
  const answer = await inTransaction(deps.db, (tx) => noteStart(deps, tx, { order, payment, started }))
  if (answer) return answer
  throw refuse(started.outcome === 'started' ? 'NOT_PAYABLE' : 'GATEWAY_UNAVAILABLE')
}

/** Stores the token and lengthens the hold to the token's end, 40 minutes in all; null when nothing can be paid. */
async function noteStart(
  deps: Deps,
  tx: Tx,
  { order, payment, started }: { order: PayOrder; payment: PaymentRow; started: Started },
): Promise<Answer | null> {
  const now = deps.now()
  const reservation = await lockReservation(tx, reservationOf(payment))
  if (started.outcome !== 'started') {
    if (started.outcome === 'refused' && started.alert) callPerson(deps, payment, started.reason)
    await endUnpaid(tx, payment, { from: ['CREATED'], status: 'FAILED', reason: started.reason, at: now })
    return null
  }
  const endOfHold = new Date(reservation.created_at.getTime() + BANK_HOLD_MINUTES * MINUTE_MS)
  const expiresAt = started.expiresAt ?? endOfHold
  const held = reservation.status === 'AWAITING_PAYMENT'
  const redirected = await tx
    .updateTable('payment')
    .set({
      status: 'REDIRECTED',
      token: started.token,
      redirect: JSON.stringify(started.redirect),
      redirected_at: now,
      token_expires_at: expiresAt,
    })
    .where('id', '=', payment.id)
    .where('status', '=', 'CREATED')
    .returningAll()
    .executeTakeFirst()
  if (!redirected) return null
  if (!held) {
    await endUnpaid(tx, redirected, { from: ['REDIRECTED'], status: 'CANCELLED', reason: 'not held', at: now })
    return null
  }
  const until = [expiresAt, endOfHold].reduce((one, other) => (one < other ? one : other))
  if (reservation.hold_until && until > reservation.hold_until) {
    await tx.updateTable('reservation').set({ hold_until: until }).where('id', '=', reservation.id).execute()
    await tx.updateTable('busy').set({ hold_until: until }).where('reservation_id', '=', reservation.id).execute()
  }
  const answer = answerOf(redirected)
  await keepAnswer(tx, order.ask, answer)
  return answer
}

/** Somebody else's request is at the bank for the same reservation: its answer is ours too. */
async function awaitToken(deps: Deps, order: PayOrder, id: string): Promise<Answer> {
  for (let waited = 0; waited < START_ENDS_AFTER_MS; waited += WAIT_STEP_MS) {
    const payment = await readPayment(deps.db, id)
    if (payment.status === 'REDIRECTED' || payment.status === 'PAID') {
      const answer = answerOf(payment)
      await keepAnswer(deps.db, order.ask, answer)
      return answer
    }
    if (payment.status !== 'CREATED') break
    await sleep(WAIT_STEP_MS)
  }
  throw refuse('GATEWAY_UNAVAILABLE')
}

/** The same key gets the same answer, but that somebody who comes back from a payment that ended may pay after all. */
async function isStillRight(deps: Deps, answer: Answer): Promise<boolean> {
  const payment = await readPayment(deps.db, answer.payment_id)
  if (payment.status === 'REDIRECTED') return lives(payment, deps.now())
  return !['FAILED', 'CANCELLED', 'EXPIRED'].includes(payment.status)
}

function lives(payment: PaymentRow, now: Date): boolean {
  return payment.redirect !== null && payment.token_expires_at !== null && payment.token_expires_at > now
}

function answerOf(payment: PaymentRow): Answer {
  const { id, status, redirect, token_expires_at } = payment
  const leads = status === 'REDIRECTED' ? redirect : null
  return {
    payment_id: id,
    status,
    url: leads?.url ?? null,
    fields: leads?.method === 'POST' ? (leads.fields ?? {}) : null,
    expires_at: token_expires_at?.toISOString() ?? null,
  }
}
