import { reservationOf } from '#app/api/books/end-unpaid.ts'
import { type Entry, post } from '#app/api/books/ledger.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { Reversed } from '#app/providers/gateways/gateway.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { askBanks } from '../ask-banks.ts'
import { callPerson, expectedOf, gatewayOf, isLeased, lockPayment } from '../record.ts'

/** The time between two requests for the same refund, because the bank may be down for a while. Source: *ours*. */
const ASK_AGAIN_AFTER_MS = [1, 2, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)

/** How long a bank that does not answer is asked, before an operator decides. Source: *ours*. */
const CARD_RETURN_ASKED_FOR_MS = DAY_MS

const BATCH = 50

/**
 * Asks the bank to reverse a payment that is to be refunded to its card. If the bank refuses the first request, the money goes to the
 * wallet of the reservation's holder. A refusal after a lost answer does not say whether the lost request succeeded, so an operator decides;
 * so they do when the bank has not answered for a day. Safe to repeat and to run in several processes: the bank gives the same answer
 * again, and only one posting ends the waiting. No transaction is open while the bank is asked.
 * Source: decisions.md, "Refunds"; protocols/saman.md §7.
 */
export async function returnToCard(deps: Deps, id: string): Promise<void> {
  const payment = await inTransaction(deps.db, (tx) => lease(deps, tx, id))
  if (!payment?.reference) return
  const reversed = await gatewayOf(deps, payment).reverse?.({ ...expectedOf(payment), reference: payment.reference })
  if (!reversed) throw new Error(`payment ${payment.number} cannot be reversed`)
  await inTransaction(deps.db, async (tx) => {
    const { holder } = await lockReservation(tx, reservationOf(payment))
    const current = await lockPayment(tx, id)
    if (current.card_return !== 'WAITING') return
    const isSure = reversed.outcome === 'reversed' || (reversed.outcome === 'refused' && current.reverse_tries === 1)
    if (!isSure) return waitOrAlert(deps, tx, { payment: current, reversed })
    const isDone = reversed.outcome === 'reversed'
    await end(deps, tx, { payment: current, isDone, holder })
    if (reversed.outcome === 'refused' && reversed.alert) callPerson(deps, payment, `not reversed: ${reversed.reason}`)
  })
}

type Unsure = { payment: PaymentRow; reversed: Exclude<Reversed, { outcome: 'reversed' }> }

/** Asks again later, less and less often; a refusal or a day without an answer goes to an operator. */
async function waitOrAlert(deps: Deps, tx: Tx, { payment, reversed }: Unsure) {
  const now = deps.now()
  const since = now.getTime() - (payment.card_return_at ?? now).getTime()
  const said = { card_return_said: reversed.reason, checked_at: null }
  const isOver = reversed.outcome === 'refused' || since >= CARD_RETURN_ASKED_FOR_MS
  const pause = ASK_AGAIN_AFTER_MS[payment.reverse_tries - 1] ?? ASK_AGAIN_AFTER_MS.at(-1) ?? 0
  const next = isOver
    ? { card_return: 'UNANSWERED' as const, reverse_next_at: null }
    : { reverse_next_at: new Date(now.getTime() + pause) }
  await tx
    .updateTable('payment')
    .set({ ...said, ...next })
    .where('id', '=', payment.id)
    .execute()
  if (isOver) callPerson(deps, payment, `nobody knows whether it was reversed: ${reversed.reason}`)
}

/** An operator's result for a refund with an unknown outcome: it was made, or the wallet gets the money. */
export async function endUnanswered(
  deps: Deps,
  tx: Tx,
  { payment, outcome, alone }: { payment: PaymentRow; outcome: 'RETURNED' | 'WALLET'; alone: string | null },
): Promise<void> {
  const { holder } = await lockReservation(tx, reservationOf(payment))
  await end(deps, tx, { payment, isDone: outcome === 'RETURNED', holder })
  const set = { card_return_by: alone, card_return_decided_at: deps.now() }
  await tx.updateTable('payment').set(set).where('id', '=', payment.id).execute()
}

async function lease(deps: Deps, tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const current = await lockPayment(tx, id)
  const now = deps.now()
  const isDue = current.reverse_next_at === null || current.reverse_next_at <= now
  if (current.card_return !== 'WAITING' || !isDue || isLeased(current, now)) return undefined
  const set = { checked_at: now, reverse_tries: current.reverse_tries + 1 }
  await tx.updateTable('payment').set(set).where('id', '=', id).execute()
  return current
}

type End = { payment: PaymentRow; isDone: boolean; holder: string }

async function end(deps: Deps, tx: Tx, { payment, isDone, holder }: End): Promise<void> {
  const { id, amount, gateway } = payment
  const reservation = reservationOf(payment)
  const receiver: Entry = isDone
    ? { kind: 'GATEWAY', owner: gateway, amount }
    : { kind: 'WALLET', owner: holder, amount }
  // Both outcomes have the same key: the books accept only one of them.
  await post(tx, {
    key: `card-return-end ${id}`,
    kind: 'CARD_RETURN',
    currency: currencyIn(payment),
    at: deps.now(),
    payment: id,
    reservation,
    entries: [{ kind: 'CARD_RETURN', owner: gateway, amount: -amount }, receiver],
  })
  const set = { card_return: isDone ? 'DONE' : 'REFUSED', checked_at: null } as const
  await tx.updateTable('payment').set(set).where('id', '=', id).execute()
  await notify(deps, tx, { kind: isDone ? 'cardReturned' : 'cardRefused', reservation, amount })
}

/**
 * Asks again where a bank's answer was lost, or where a process died before it asked, each bank for a while (`askBanks`). Errors are thrown at the end.
 */
export async function returnWaitingToCards(deps: Deps): Promise<void> {
  const failures = await askBanks({
    read: (gateway) =>
      deps.db
        .selectFrom('payment')
        .select('id')
        .where('card_return', '=', 'WAITING')
        .where('gateway', '=', gateway)
        .where((where) => where.or([where('reverse_next_at', 'is', null), where('reverse_next_at', '<=', deps.now())]))
        .orderBy('reverse_next_at', (order) => order.asc().nullsFirst())
        .limit(BATCH)
        .execute(),
    ask: ({ id }) => returnToCard(deps, id),
  })
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} refunds could not be returned to cards`)
}
