import type { Kysely } from 'kysely'
import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import type { Expected, Gateway } from '#app/providers/gateways/gateway.ts'

/** How long one process has a payment to itself while it asks the bank; longer than a call to the bank can last. */
const LEASE_MS = 30_000

/** The payment with an unguessable id. Throws NOT_FOUND. */
export async function readPayment(db: Kysely<DB>, id: string): Promise<PaymentRow> {
  const found = await db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/** The payment, locked against every other action until the transaction ends. */
export function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  return tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Leaves a payment that only a person can assign to an operator: REVIEW, and a notification. */
export async function leaveToPerson(deps: Deps, db: Kysely<DB>, payment: PaymentRow, reason: string): Promise<void> {
  const set = { settled_as: null, checked_at: null, reason }
  await changePaymentStatus(db, payment.id, { from: ['VERIFYING'], to: 'REVIEW', set })
  callPerson(deps, payment, reason)
}

/** Notifies an operator of a bank's answer that means an error of ours, or an unknown payment. */
export function callPerson(deps: Deps, { number, gateway }: PaymentRow, reason: string): void {
  deps.alert?.('a payment needs a person', { number, gateway, reason })
}

/** Whether the wallet's part of a payment that had ended was already returned. */
export async function wasWalletPartReturned(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const returned = await tx
    .selectFrom('ledger_transaction')
    .select('id')
    .where('key', '=', `wallet-return ${payment.id}`)
    .executeTakeFirst()
  return returned !== undefined
}

/** Whether the reference belongs to this payment: the first payment in the whole system that had it owns it. */
export async function claimReference(
  tx: Tx,
  { payment, reference, at }: { payment: PaymentRow; reference: string; at: Date },
): Promise<boolean> {
  await tx
    .insertInto('payment_reference')
    .values({ gateway: payment.gateway, reference, payment_id: payment.id, claimed_at: at })
    .onConflict((conflict) => conflict.columns(['gateway', 'reference']).doNothing())
    .execute()
  const { payment_id } = await tx
    .selectFrom('payment_reference')
    .select('payment_id')
    .where('gateway', '=', payment.gateway)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return payment_id === payment.id
}

/** Whether another process is asking the bank about it right now. */
export function isLeased({ checked_at }: PaymentRow, now: Date): boolean {
  return checked_at !== null && now.getTime() - checked_at.getTime() < LEASE_MS
}

/** The bank of a payment. Throws for a wallet's, which has none. */
export function gatewayOf(deps: Deps, payment: PaymentRow): Gateway {
  if (payment.gateway === 'wallet') throw new Error('a wallet has no bank')
  return deps.gateways[payment.gateway]
}

/** What a callback or an answer of the bank is compared with. */
export function expectedOf(payment: PaymentRow): Expected {
  return { token: payment.token ?? '', orderNumber: String(payment.number), amount: payment.amount }
}
