import { notify } from '#app/api/notifications/notify.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { currencyIn } from '#app/api/reservations/read/record.ts'
import type { Reversed } from '#app/providers/gateways/gateway.ts'
import type { Deps, Tx } from '../context.ts'
import { type Entry, post } from '../ledger.ts'
import { inTransaction } from '../transaction.ts'
import { callPerson, expectedOf, gatewayOf, isLeased, lockPayment, type PaymentRow, reservationOf } from './record.ts'

/**
 * How long after a payment its bank takes it back, counted from when it confirmed it: the payment itself is a little older,
 * and the bank has the last word. Source: protocols/saman.md §7 (about 50 minutes after the transaction).
 */
const CARD_RETURN_WINDOW_MS = 50 * 60_000

const BATCH = 50

type Refunded = {
  reservation: { id: string; company_id: number }
  /** What is given back to the customer in all, in the minor unit. */
  amount: number
  at: Date
}

/**
 * Sets the bank's part of a reservation's only payment aside for the card that paid it, where all of it is given back and its
 * bank still takes it back; a job asks the bank. Gives that part, 0 where the wallet gets all. Until the bank has answered the money
 * is on CARD_RETURN; `returnToCard` ends that once. The caller has locked the reservation. Source: decisions.md, "Refunds".
 */
export async function startCardReturn(deps: Deps, tx: Tx, { reservation, amount, at }: Refunded): Promise<number> {
  const paid = await tx
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .where('status', '=', 'PAID')
    .where('settled_as', '=', 'RESERVATION')
    .forUpdate()
    .execute()
  const [payment] = paid
  if (!payment || paid.length > 1 || payment.amount > amount || !canReturn(deps, payment, at)) return 0
  await post(tx, {
    key: `card-return ${payment.id}`,
    kind: 'CARD_RETURN',
    currency: currencyIn(payment),
    at,
    payment: payment.id,
    reservation: reservation.id,
    entries: [
      { kind: 'PREPAYMENT', owner: reservation.company_id, amount: -payment.amount },
      { kind: 'CARD_RETURN', owner: payment.gateway, amount: payment.amount },
    ],
  })
  const set = { card_return: 'WAITING', checked_at: null } as const
  await tx.updateTable('payment').set(set).where('id', '=', payment.id).execute()
  await deps.enqueue(tx, 'return-to-card', { payment: payment.id })
  return payment.amount
}

function canReturn(deps: Deps, payment: PaymentRow, now: Date): boolean {
  if (payment.gateway === 'wallet' || payment.card_return || !payment.reference || !payment.verified_at) return false
  const isInTime = now.getTime() - payment.verified_at.getTime() < CARD_RETURN_WINDOW_MS
  return isInTime && gatewayOf(deps, payment).reverse !== undefined
}

/**
 * Asks the bank to take a payment back whose money waits for its card. Where it refuses, the wallet of whoever holds the
 * reservation gets it. Safe to repeat, and for several processes at once: the bank answers a second time as the first, one
 * posting ends the waiting. No transaction is open while the bank is asked. Source: decisions.md, "Refunds"; protocols/saman.md §7.
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
    if (reversed.outcome === 'unknown') {
      await tx.updateTable('payment').set({ checked_at: null }).where('id', '=', id).execute()
      return
    }
    await end(deps, tx, { payment: current, reversed, holder })
  })
}

async function lease(deps: Deps, tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const current = await lockPayment(tx, id)
  if (current.card_return !== 'WAITING' || isLeased(current, deps.now())) return undefined
  await tx.updateTable('payment').set({ checked_at: deps.now() }).where('id', '=', id).execute()
  return current
}

type End = { payment: PaymentRow; reversed: Exclude<Reversed, { outcome: 'unknown' }>; holder: string }

async function end(deps: Deps, tx: Tx, { payment, reversed, holder }: End): Promise<void> {
  const { id, amount, gateway } = payment
  const reservation = reservationOf(payment)
  const isDone = reversed.outcome === 'reversed'
  const receiver: Entry = isDone
    ? { kind: 'GATEWAY', owner: gateway, amount }
    : { kind: 'WALLET', owner: holder, amount }
  // One key for both ends: the books take only one of them.
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
  if (!isDone && reversed.alert) callPerson(deps, payment, `not reversed: ${reversed.reason}`)
  await notify(deps, tx, { kind: isDone ? 'cardReturned' : 'cardRefused', reservation, amount })
}

/** Asks the banks again whose answer was lost, or that nobody has asked since a process died. What went wrong is thrown at the end. */
export async function returnWaitingToCards(deps: Deps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('payment')
    .select('id')
    .where('card_return', '=', 'WAITING')
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute()
  const failures: unknown[] = []
  for (const { id } of waiting) await returnToCard(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} refunds could not be returned to cards`)
}
