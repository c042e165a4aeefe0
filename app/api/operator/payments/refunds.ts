import { type Kysely, sql } from 'kysely'
import { reservationOf } from '#app/api/books/end-unpaid.ts'
import { post } from '#app/api/books/ledger.ts'
import { refundableOf } from '#app/api/books/refundable.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { notifyApprovers } from '#app/api/operator/approvals/notify-approvers.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { lockPayment, readPayment } from '#app/api/payments/record.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import { cardReturnState, setAsideForCard } from '#app/api/reservations/status/start-card-return.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { refundablePart, wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { readCorrection } from './correction-rows.ts'

/**
 * Refunds a part of a payment, or all of it, to the wallet of the reservation's holder, or all of it to the card while
 * its bank can reverse it: from our own account, or from the company's, whose next payout is reduced. The rental does
 * not change. Above the amount in `/admin/config/` a second operator approves. Throws INVALID_FIELDS for more than the
 * payment has left, and for a way that is not possible. Source: *ours*; decisions.md, "Refunds".
 */
export const refund = api.operator.payments.refund.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id: payment_id, amount, bearer, reason, way = 'WALLET' } = input
  const ask = askOf(`refund ${person.id}`, context.idempotencyKey, input)
  return inTransaction(deps.db, async (tx) => {
    const first = await takeKey<{ id: number }>(tx, ask, deps.now())
    if (first) return readCorrection(tx, first.id, person.id)
    await giveReason(tx, reason)
    const payment = await lockRefunded(tx, payment_id)
    const left = await refundableOfPayment(tx, payment)
    if (left === 0) throw invalidFields({ '': ['not_refundable'] })
    if (amount > left) throw invalidFields({ amount: ['above_refundable'] })
    if (way === 'CARD' && amount !== wholePayment(payment)) throw invalidFields({ way: ['card_whole_only'] })
    if (way === 'CARD' && !isForCard(deps, payment)) throw invalidFields({ way: ['card_not_possible'] })
    const { phone, holder } = await readReservation(tx, reservationOf(payment))
    const account = await tx.selectFrom('account').select('id').where('holder', '=', holder).executeTakeFirst()
    const movement = { operator: person.id, currency: currencyIn(payment), shares: [{ receiver: phone, amount }] }
    const waits = await movementNeedsApproval(deps, tx, movement)
    const now = deps.now()
    const { id } = await tx
      .insertInto('wallet_correction')
      .values({
        account_id: account?.id ?? null,
        ...{ phone, amount, reason, payment_id, bearer, way },
        currency_id: payment.currency_id,
        status: waits ? 'WAITING' : 'DONE',
        needs_approval: waits,
        requested_by: person.id,
        requested_at: now,
        decided_by: waits ? null : person.id,
        decided_at: waits ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (waits) await notifyApprovers(deps, tx, { by: person.id, work: ['MONEY'] })
    else await postRefund(deps, tx, { id, payment, amount, bearer, way })
    await keepAnswer(tx, ask, { id })
    return readCorrection(tx, id, person.id)
  })
})

/**
 * Locks a payment for a refund, after its reservation, as everywhere: refunds of two payments of one reservation see
 * each other, and a cancellation sees both. Throws NOT_FOUND.
 */
export async function lockRefunded(tx: Tx, id: string): Promise<PaymentRow> {
  const { reservation_id } = await readPayment(tx, id)
  if (reservation_id !== null) await lockReservation(tx, reservation_id)
  return lockPayment(tx, id)
}

/**
 * The most that a payment's refund can be, in the minor unit: at most the payment, and at most what its reservation has
 * left, with waiting refunds counted as paid. 0 if it paid for no reservation.
 */
export async function refundableOfPayment(db: Kysely<DB>, payment: PaymentRow): Promise<number> {
  if (payment.status !== 'PAID' || payment.settled_as !== 'RESERVATION' || payment.reservation_id === null) return 0
  const { left, waiting } = await refundableOf(db, payment.reservation_id)
  const { given } = await db
    .selectFrom('wallet_correction')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('given'))
    .where('payment_id', '=', payment.id)
    .where('status', 'in', ['WAITING', 'DONE'])
    .executeTakeFirstOrThrow()
  const paid = wholePayment(payment)
  return refundablePart({ paid, given: Number(given), left, waiting })
}

/**
 * Pays a refund that a second operator approved, if the reservation still has it: it may have been cancelled since the
 * refund was requested. Returns which way it went: the wallet gets it if the bank's time limit has passed since. The
 * caller has locked the payment by `lockRefunded`. Throws INVALID_FIELDS.
 */
export async function giveApproved(deps: Deps, tx: Tx, refund: Refund): Promise<RefundWay> {
  const { left } = await refundableOf(tx, reservationOf(refund.payment))
  if (refund.amount > left) throw invalidFields({ '': ['refund_not_covered'] })
  return postRefund(deps, tx, refund)
}

type Refund = {
  id: number
  payment: PaymentRow
  amount: number
  bearer: 'MARKETPLACE' | 'COMPANY'
  /** The requested way. */
  way: RefundWay
}

type RefundWay = 'CARD' | 'WALLET'

function isForCard(deps: Deps, payment: PaymentRow): boolean {
  return payment.card_return === null && cardReturnState(deps, payment, deps.now()) === 'POSSIBLE'
}

/** Moves a refund's money, and notifies the customer, and the company that bears it. Returns which way it went. */
async function postRefund(deps: Deps, tx: Tx, { id, payment, amount, bearer, way }: Refund): Promise<RefundWay> {
  const { id: reservation, holder, company_id } = await readReservation(tx, reservationOf(payment))
  const at = deps.now()
  const account =
    bearer === 'COMPANY'
      ? ({ kind: 'COMPANY', owner: company_id } as const)
      : ({ kind: 'COMMISSION', owner: 'marketplace' } as const)
  const isCard = way === 'CARD' && isForCard(deps, payment)
  // Before the wallet's part, because the card's part is no cash of the wallet.
  const toCard = isCard ? await setAsideForCard(deps, tx, { payment, bearer: account, at }) : 0
  const toWallet = amount - toCard
  await post(tx, {
    key: `correction ${id}`,
    kind: 'REFUND',
    currency: currencyIn(payment),
    at,
    payment: payment.id,
    reservation,
    entries: [
      { kind: 'WALLET', owner: holder, amount: toWallet },
      { ...account, amount: -toWallet },
    ],
  })
  if (toCard > 0) await notify(deps, tx, { kind: 'refundToCard', reservation, amount: toCard })
  if (toWallet > 0) await notify(deps, tx, { kind: 'refund', reservation, amount: toWallet })
  if (bearer === 'COMPANY') await notify(deps, tx, { kind: 'refundedAtCost', reservation, amount })
  return isCard ? 'CARD' : 'WALLET'
}

/** Whether a refund of a payment can go to its card now, and if not, why: the whole payment has to be left. */
export function cardWayOf(deps: Deps, payment: PaymentRow, refundable: number) {
  const state = cardReturnState(deps, payment, deps.now())
  if (state !== 'POSSIBLE') return state
  const isWhole = payment.card_return === null && refundable === wholePayment(payment)
  return isWhole ? state : 'PARTLY'
}
