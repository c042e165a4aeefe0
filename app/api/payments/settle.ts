import { setTimeout as sleep } from 'node:timers/promises'
import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import { endUnpaid } from '#app/api/books/end-unpaid.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import type { Gateway, Judgement, Verified } from '#app/providers/gateways/gateway.ts'
import { UNSUCCESSFUL, UNVERIFIED } from '#app/rules/money/payment/payment-status.ts'
import { bookPayment } from './book-payment.ts'
import { giveBack } from './give-back/give-back.ts'
import {
  callPerson,
  claimReference,
  expectedOf,
  gatewayOf,
  isLeased,
  leaveToPerson,
  lockPayment,
  readPayment,
} from './record.ts'

/** The bank's fields from the browser, as received; undefined if we ask on our own initiative. */
export type BankAnswer = Record<string, string> | undefined

const WAIT_STEP_MS = 50
/** After a timeout; later the sweep asks every minute. */
const ASK_AGAIN_MS = 10_000
const WAIT_MS = 15_000

/** A later answer of the bank can still make these paid. */
const UNSETTLED: PaymentRow['status'][] = ['REDIRECTED', ...UNSUCCESSFUL]

/**
 * Brings a payment to the state that the bank confirms: judges the browser's fields, claims the bank's reference,
 * verifies, and writes the outcome in one transaction. It can be called at any time, also simultaneously and
 * repeatedly: the payment is booked once, and the next call completes what a crash interrupted. No transaction is open
 * while the bank is asked. Source: decisions.md, "Paying"; protocols/saman.md §12.
 */
export async function settlePayment(deps: Deps, id: string, answer?: BankAnswer): Promise<PaymentRow> {
  const payment = await readPayment(deps.db, id)
  if (payment.gateway === 'wallet' || !payment.token) return payment
  if (payment.status === 'VERIFYING') return continueVerifying(deps, payment, answer)
  if (!UNSETTLED.includes(payment.status)) return payment

  const judged = await judge(deps, payment, answer)
  if (judged.step === 'cancelled' || judged.step === 'failed') {
    if (judged.alert) callPerson(deps, payment, judged.reason)
    const status = judged.step === 'cancelled' ? 'CANCELLED' : 'FAILED'
    const end = { from: ['REDIRECTED' as const], status, reason: judged.reason, at: deps.now() } as const
    await inTransaction(deps.db, (tx) => endUnpaid(tx, payment, end))
  }
  if (judged.step === 'verify')
    await verify(deps, payment, { reference: judged.reference, fromCallback: Boolean(answer) })
  return readPayment(deps.db, id)
}

type Step = Exclude<Judgement, { step: 'inquire' }> | { step: 'wait' }

/** The meaning of the callback; without one, the bank's answer to an inquiry if it offers one. */
async function judge(deps: Deps, payment: PaymentRow, answer: BankAnswer): Promise<Step> {
  const gateway = gatewayOf(deps, payment)
  if (answer) {
    const facts = gateway.readCallback(new URLSearchParams(answer))
    const judgement = gateway.judgeCallback(facts, expectedOf(payment))
    return judgement.step === 'inquire' ? inquire(deps, payment) : judgement
  }
  if (payment.status !== 'REDIRECTED' || gateway.settlesBy === 'none' || wasRequested(payment, deps.now())) {
    return { step: 'wait' }
  }
  return gateway.settlesBy === 'verify' ? { step: 'verify' } : inquire(deps, payment)
}

/** Reloading a page must not ask the bank each time. */
function wasRequested({ checked_at }: PaymentRow, now: Date): boolean {
  return checked_at !== null && now.getTime() - checked_at.getTime() < ASK_AGAIN_MS
}

async function inquire(deps: Deps, payment: PaymentRow): Promise<Step> {
  const inquired = await gatewayOf(deps, payment).inquire?.(expectedOf(payment))
  await deps.db.updateTable('payment').set({ checked_at: deps.now() }).where('id', '=', payment.id).execute()
  if (inquired?.state === 'paid') return { step: 'verify', reference: inquired.reference }
  if (inquired?.state === 'not_paid') return { step: 'failed', reason: inquired.reason, alert: false }
  return { step: 'wait' }
}

/** Requested before, and the answer was lost or has not arrived yet. */
async function continueVerifying(deps: Deps, payment: PaymentRow, answer: BankAnswer): Promise<PaymentRow> {
  if (isLeased(payment, deps.now())) return awaitOther(deps, payment.id)
  if (payment.settled_as === 'REVERSED') {
    await giveBack(deps, payment)
    return readPayment(deps.db, payment.id)
  }
  const judged = answer && (await judge(deps, payment, answer))
  const reference = judged?.step === 'verify' ? judged.reference : undefined
  await verify(deps, payment, { reference: reference ?? payment.reference ?? undefined, fromCallback: false })
  return readPayment(deps.db, payment.id)
}

async function verify(deps: Deps, payment: PaymentRow, by: { reference?: string; fromCallback: boolean }) {
  const gateway = gatewayOf(deps, payment)
  const before = await inTransaction(deps.db, (tx) => claim(deps, tx, payment.id, by.reference))
  if (before === 'other is asking') return awaitOther(deps, payment.id)
  if (before === 'not claimed') return
  const verified = await gateway.verify({
    ...expectedOf(payment),
    reference: by.reference,
    askedBefore: before === 'VERIFYING',
  })
  await writeOutcome(deps, { id: payment.id, before, fromCallback: by.fromCallback, verified, gateway })
}

/** Claims the payment for one request, and the bank's reference for ever. Returns the former status. */
async function claim(
  deps: Deps,
  tx: Tx,
  id: string,
  reference: string | undefined,
): Promise<PaymentRow['status'] | 'other is asking' | 'not claimed'> {
  const now = deps.now()
  const payment = await lockPayment(tx, id)
  if (payment.status === 'VERIFYING' && isLeased(payment, now)) return 'other is asking'
  if (payment.status !== 'VERIFYING' && !UNSETTLED.includes(payment.status)) return 'not claimed'
  if (reference && !(await claimReference(tx, { payment, reference, at: now }))) return 'not claimed'
  const set = { checked_at: now, reference: reference ?? payment.reference }
  await changePaymentStatus(tx, id, { from: [payment.status], to: 'VERIFYING', set })
  return payment.status
}

async function writeOutcome(
  deps: Deps,
  attempt: {
    id: string
    before: PaymentRow['status']
    fromCallback: boolean
    verified: Verified
    gateway: Gateway
  },
) {
  const { id, verified, gateway } = attempt
  const now = deps.now()
  if (verified.outcome === 'paid') {
    await freeStaleHolds(deps, id)
    await inTransaction(deps.db, (tx) => bookPayment(deps, tx, { id, verified, canReverse: Boolean(gateway.reverse) }))
    const landed = await readPayment(deps.db, id)
    if (landed.status === 'VERIFYING' && landed.settled_as === 'REVERSED') await giveBack(deps, landed)
    return
  }
  if (verified.outcome === 'mismatch') {
    const reason = `mismatch: ${verified.reason}`
    const canGiveBack = verified.field !== 'reference' && gateway.reverse !== undefined
    if (!canGiveBack) return leaveToPerson(deps, deps.db, await readPayment(deps.db, id), reason)
    await update(deps, id, { reason, settled_as: 'REVERSED', checked_at: null })
    return giveBack(deps, await readPayment(deps.db, id))
  }
  if (verified.outcome === 'unknown') {
    const { reason, review } = verified
    if (review) return leaveToPerson(deps, deps.db, await readPayment(deps.db, id), reason)
    await update(deps, id, { reason, checked_at: null })
    const startAfter = new Date(now.getTime() + ASK_AGAIN_MS)
    return deps.enqueue(deps.db, 'settle-payment', { payment: id }, { startAfter })
  }
  await inTransaction(deps.db, (tx) => noteUnpaid(tx, { ...attempt, reason: verified.reason, at: now }))
}

/** A late payment can get the vehicle again if only another expired hold is in the way. */
async function freeStaleHolds(deps: Deps, id: string) {
  const late = await deps.db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .select('reservation.ad_id')
    .where('payment.id', '=', id)
    .where((where) =>
      where.or([where('reservation.status', '=', 'EXPIRED'), where('payment.change_id', 'is not', null)]),
    )
    .executeTakeFirst()
  if (late) await expireHolds(deps, { ad: late.ad_id })
}

/** Not paid so far. Until the customer comes back they may still be at the bank; after that it has failed. */
async function noteUnpaid(
  tx: Tx,
  attempt: { id: string; before: PaymentRow['status']; fromCallback: boolean; reason: string; at: Date },
) {
  const payment = await lockPayment(tx, attempt.id)
  if (payment.status !== 'VERIFYING') return
  const { reservation_id, reference } = payment
  const other = await tx
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', reservation_id)
    .where('status', 'in', UNVERIFIED)
    .executeTakeFirst()
  const mayBeAtBank = attempt.before === 'REDIRECTED' || attempt.before === 'VERIFYING'
  if (mayBeAtBank && !attempt.fromCallback && reference === null && !other) {
    const set = { checked_at: attempt.at, reason: attempt.reason }
    await changePaymentStatus(tx, attempt.id, { from: ['VERIFYING'], to: 'REDIRECTED', set })
    return
  }
  const status = attempt.before === 'CANCELLED' || attempt.before === 'EXPIRED' ? attempt.before : 'FAILED'
  await endUnpaid(tx, payment, { from: ['VERIFYING'], status, reason: attempt.reason, at: attempt.at })
}

function update(deps: Deps, id: string, change: Partial<Pick<PaymentRow, 'reason' | 'settled_as' | 'checked_at'>>) {
  return deps.db.updateTable('payment').set(change).where('id', '=', id).where('status', '=', 'VERIFYING').execute()
}

/** Another process is asking the bank right now: its outcome is used. */
async function awaitOther(deps: Deps, id: string): Promise<PaymentRow> {
  for (let waited = 0; waited < WAIT_MS; waited += WAIT_STEP_MS) {
    const payment = await readPayment(deps.db, id)
    if (payment.status !== 'VERIFYING' || !isLeased(payment, deps.now())) return payment
    await sleep(WAIT_STEP_MS)
  }
  return readPayment(deps.db, id)
}
