import type { Kysely } from 'kysely'
import { type Entry, post } from '#app/api/books/ledger.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/**
 * How long after a payment its bank can reverse it, counted from its confirmation: the payment itself is a little
 * older, and the bank decides in the end. Source: protocols/saman.md §7 (about 50 minutes after the transaction).
 */
const CARD_RETURN_WINDOW_MS = 50 * MINUTE_MS

type Whole = {
  reservation: { id: string }
  /** The customer's total refund, in the minor unit. */
  amount: number
  at: Date
}
type Refunded = Whole & { reservation: { company_id: number } }

/**
 * Sets the bank's part of a reservation's only payment aside for the card that paid it, if all of it is refunded and
 * its bank can still reverse it; the job `return-to-card` asks the bank. Returns that part, or 0 if the wallet gets
 * everything. Until the bank has answered, the money is on CARD_RETURN; the job settles that once. The caller has
 * locked the reservation. Source: decisions.md, "Refunds".
 */
export async function startCardReturn(deps: Deps, tx: Tx, refunded: Refunded): Promise<number> {
  const { reservation, at } = refunded
  const payment = returnable(deps, await paidFor(tx, reservation.id).forUpdate().execute(), refunded)
  if (!payment) return 0
  const bearer = { kind: 'PREPAYMENT', owner: reservation.company_id } as const
  return setAsideForCard(deps, tx, { payment, bearer, at })
}

type Aside = {
  payment: PaymentRow
  /** The account that bears it. */
  bearer: Pick<Entry, 'kind' | 'owner'>
  at: Date
}

/**
 * Sets the bank's part of a reservation's payment aside for its card and enqueues the job `return-to-card`, which asks
 * the bank; returns that part, in the minor unit. The caller has locked the payment, after its reservation, and has
 * checked that `cardReturnState` is POSSIBLE and the whole payment is refunded.
 */
export async function setAsideForCard(deps: Deps, tx: Tx, { payment, bearer, at }: Aside): Promise<number> {
  await post(tx, {
    key: `card-return ${payment.id}`,
    kind: 'CARD_RETURN',
    currency: currencyIn(payment),
    at,
    payment: payment.id,
    ...(payment.reservation_id !== null && { reservation: payment.reservation_id }),
    entries: [
      { ...bearer, amount: -payment.amount },
      { kind: 'CARD_RETURN', owner: payment.gateway, amount: payment.amount },
    ],
  })
  const set = { card_return: 'WAITING', card_return_at: at, checked_at: null } as const
  await tx.updateTable('payment').set(set).where('id', '=', payment.id).execute()
  await deps.enqueue(tx, 'return-to-card', { payment: payment.id })
  return payment.amount
}

/** What `startCardReturn` would set aside now. */
export async function returnableToCard(deps: Deps, db: Kysely<DB>, refunded: Whole): Promise<number> {
  return returnable(deps, await paidFor(db, refunded.reservation.id).execute(), refunded)?.amount ?? 0
}

function paidFor(db: Kysely<DB>, reservation: string) {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('status', '=', 'PAID')
    .where('settled_as', '=', 'RESERVATION')
}

function returnable(deps: Deps, paid: PaymentRow[], { amount, at }: Pick<Whole, 'amount' | 'at'>) {
  const [payment] = paid
  return payment && paid.length === 1 && payment.amount <= amount && canReturn(deps, payment, at) ? payment : undefined
}

function canReturn(deps: Deps, payment: PaymentRow, now: Date): boolean {
  return payment.card_return === null && cardReturnState(deps, payment, now) === 'POSSIBLE'
}

/**
 * Whether the bank of a payment can return it to its card now: GATEWAY if it never can, LATE if its time limit has
 * passed.
 */
export function cardReturnState(deps: Deps, payment: PaymentRow, now: Date): 'POSSIBLE' | 'GATEWAY' | 'LATE' {
  if (payment.gateway === 'wallet' || !payment.reference) return 'GATEWAY'
  if (deps.gateways[payment.gateway].reverse === undefined) return 'GATEWAY'
  const isInTime = payment.verified_at !== null && now.getTime() - payment.verified_at.getTime() < CARD_RETURN_WINDOW_MS
  return isInTime ? 'POSSIBLE' : 'LATE'
}
