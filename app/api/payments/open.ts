import { endUnpaid } from '#app/api/books/end-unpaid.ts'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import type { GatewayName } from '#app/rules/constants.ts'
import { ASKED_ABOUT } from '#app/rules/money/payment/payment-status.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { askBanks } from './ask-banks.ts'
import { gatewayOf, isLeased, leaveToPerson, lockPayment } from './record.ts'
import { settlePayment } from './settle.ts'
import { START_ENDS_AFTER_MS } from './token.ts'

/** Checked every minute after this time, an open payment is settled within two (decisions.md, "Paying"). */
const ASK_AFTER_MS = MINUTE_MS
const BATCH = 50

/**
 * Asks the banks about payments that have been open for a minute, and closes those whose unverified money the bank has
 * refunded by now. One bank that does not answer blocks neither the others nor this job (`askBanks`); errors are thrown
 * at the end. Source: decisions.md, "Paying".
 */
export async function settleOpenPayments(deps: Deps, askForMs?: number): Promise<void> {
  const errors = await askBanks({
    read: (gateway) => openPayments(deps, gateway),
    ask: async (payment) => {
      const isRequested = payment.status === 'VERIFYING' && isLeased(payment, deps.now())
      if (!isRequested) await closeIfOver(deps, await settlePayment(deps, payment.id))
    },
    askForMs,
  })
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payments could not be settled`)
}

function openPayments(deps: Deps, gateway: GatewayName): Promise<PaymentRow[]> {
  const before = new Date(deps.now().getTime() - ASK_AFTER_MS)
  return (
    deps.db
      .selectFrom('payment')
      .selectAll()
      .where('status', 'in', ASKED_ABOUT)
      .where('gateway', '=', gateway)
      .where((where) => where.fn.coalesce('redirected_at', 'created_at'), '<=', before)
      // Those being verified are asked about by jobs of their own, too: where the bank is silent, they must not take the time of all others.
      .orderBy((of) => of.eb('status', '=', 'VERIFYING'))
      .orderBy('checked_at', (order) => order.asc().nullsFirst())
      .limit(BATCH)
      .execute()
  )
}

async function closeIfOver(deps: Deps, payment: PaymentRow): Promise<void> {
  const now = deps.now()
  const isUnstarted = payment.status === 'CREATED' && now.getTime() - payment.created_at.getTime() > START_ENDS_AFTER_MS
  if (isUnstarted) {
    const end = { from: ['CREATED' as const], status: 'FAILED' as const, reason: 'interrupted', at: now }
    await inTransaction(deps.db, (tx) => endUnpaid(tx, payment, end))
    return
  }
  if (payment.status !== 'REDIRECTED' && payment.status !== 'VERIFYING') return
  const tokenEnd = (payment.token_expires_at ?? payment.created_at).getTime()
  if (now.getTime() < tokenEnd + gatewayOf(deps, payment).closesAfterMinutes * MINUTE_MS) {
    await deps.db
      .updateTable('payment')
      .set({ checked_at: now })
      .where('id', '=', payment.id)
      .where('status', '=', 'REDIRECTED')
      .execute()
    return
  }
  await inTransaction(deps.db, async (tx) => {
    const current = await lockPayment(tx, payment.id)
    const end = { from: ['REDIRECTED' as const], status: 'EXPIRED' as const, reason: 'never returned', at: now }
    await endUnpaid(tx, current, end)
    // The bank was asked and never gave a clear answer: money may have moved, so a person must check.
    if (current.status === 'VERIFYING') await leaveToPerson(deps, tx, current, current.reason ?? 'no clear answer')
  })
}
