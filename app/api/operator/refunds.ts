import type { Kysely } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import { askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { api, type Deps, type Tx } from '#app/api/context.ts'
import { post } from '#app/api/ledger.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { PaymentRow } from '#app/api/payments/record.ts'
import { currencyIn } from '#app/api/reservations/read/record.ts'
import { inTransaction } from '#app/api/transaction.ts'
import { giveReason } from '#app/db/actor.ts'
import type { DB } from '#app/db/schema.ts'
import { approvalAbove } from './config.ts'
import { readCorrection } from './correction-rows.ts'

/**
 * Gives a part of a payment, or all of it, back to the wallet of the payer's phone: from our own account, or from the company's,
 * whose next payout is less by it. The rental stays as it is. Above what `/admin/config/` sets a second operator
 * approves. Throws INVALID_FIELDS for more than is left of the payment. Source: issue 10.
 */
export const refund = api.operator.refund.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id: payment_id, amount, bearer, reason } = input
  const ask = askOf(`refund ${person.id}`, context.idempotencyKey, input)
  return inTransaction(deps.db, async (tx) => {
    const first = await takeKey<{ id: number }>(tx, ask, deps.now())
    if (first) return readCorrection(tx, first.id, person.id)
    await giveReason(tx, reason)
    // Locked, so that two refunds at once see each other.
    const payment = await tx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', payment_id)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) throw errors.NOT_FOUND()
    const left = await refundableOf(tx, payment)
    if (left === 0) throw invalidFields({ '': ['not_refundable'] })
    if (amount > left) throw invalidFields({ amount: ['above_refundable'] })
    const { phone } = await reservationOf(tx, payment)
    const account = await tx.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirst()
    const waits = amount > (await approvalAbove(tx, currencyIn(payment)))
    const now = deps.now()
    const { id } = await tx
      .insertInto('wallet_correction')
      .values({
        account_id: account?.id ?? null,
        ...{ phone, amount, reason, payment_id, bearer },
        currency_id: payment.currency_id,
        status: waits ? 'WAITING' : 'DONE',
        requested_by: person.id,
        requested_at: now,
        decided_by: waits ? null : person.id,
        decided_at: waits ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!waits) await postRefund(deps, tx, { id, payment, phone, amount, bearer })
    await keepAnswer(tx, ask, { id })
    return readCorrection(tx, id, person.id)
  })
})

/**
 * What is left to give back of a payment that paid for a reservation, in the minor unit: less what a cancellation gave back of the
 * reservation, less refunds that are done or wait. 0 where it paid for nothing.
 */
export async function refundableOf(db: Kysely<DB>, payment: PaymentRow): Promise<number> {
  if (payment.status !== 'PAID' || payment.settled_as !== 'RESERVATION' || payment.reservation_id === null) return 0
  const { paid, refunded } = await db
    .selectFrom('reservation')
    .select(['paid', 'refunded'])
    .where('id', '=', payment.reservation_id)
    .executeTakeFirstOrThrow()
  const given = await db
    .selectFrom('wallet_correction')
    .innerJoin('payment', 'payment.id', 'wallet_correction.payment_id')
    .select(['payment.id', 'wallet_correction.amount'])
    .where('payment.reservation_id', '=', payment.reservation_id)
    .where('wallet_correction.status', 'in', ['WAITING', 'DONE'])
    .execute()
  const sum = (of: typeof given) => of.reduce((total, { amount }) => total + amount, 0)
  const ofPayment = payment.amount + payment.wallet_amount - sum(given.filter(({ id }) => id === payment.id))
  return Math.max(0, Math.min(ofPayment, paid - refunded - sum(given)))
}

type Refund = {
  id: number
  payment: PaymentRow
  phone: string
  amount: number
  bearer: 'MARKETPLACE' | 'COMPANY'
}

/** Moves the money of an approved refund, and notifies the customer. */
export async function postRefund(deps: Deps, tx: Tx, { id, payment, phone, amount, bearer }: Refund): Promise<void> {
  const { id: reservation, company_id } = await reservationOf(tx, payment)
  await post(tx, {
    key: `correction ${id}`,
    kind: 'REFUND',
    currency: currencyIn(payment),
    at: deps.now(),
    payment: payment.id,
    reservation,
    entries: [
      { kind: 'WALLET', owner: phone, amount },
      bearer === 'COMPANY'
        ? { kind: 'COMPANY', owner: company_id, amount: -amount }
        : { kind: 'COMMISSION', owner: 'marketplace', amount: -amount },
    ],
  })
  await notify(deps, tx, { kind: 'refund', reservation, amount })
}

function reservationOf(tx: Tx, { reservation_id }: PaymentRow) {
  return tx
    .selectFrom('reservation')
    .select(['id', 'phone', 'company_id'])
    .where('id', '=', reservation_id ?? '')
    .executeTakeFirstOrThrow()
}
