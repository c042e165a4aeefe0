import { type Kysely, sql } from 'kysely'
import { commissionRateOf } from '#app/api/books/commission-rate.ts'
import { type Posting, post, repeatedKey } from '#app/api/books/ledger.ts'
import { refundableOf } from '#app/api/books/refundable.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { returnableToCard, startCardReturn } from '#app/api/reservations/status/start-card-return.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { type CancellationTerms, divideReturn, refundOf } from '#app/rules/money/cancellation.ts'
import { commissionOnRetained } from '#app/rules/money/commission.ts'
import { flexibleFeePaid } from '#app/rules/money/flexible.ts'
import { CANCELLABLE } from '#app/rules/reservation/reservation-status.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

/**
 * The refund of a cancellation now by the deadlines frozen at booking, regardless of earlier refunds, in the minor unit
 * of the reservation's currency; null if it can no longer be cancelled. Source: decisions.md, "Renting".
 */
export function refundByTerms(reservation: ReservationRow, now: Date): number | null {
  const { start_at: pickUp, paid } = reservation
  const status = statusAt(reservation, now)
  if (!CANCELLABLE.includes(status) || now >= pickUp) return null
  const currency = currencyIn(reservation)
  // Before the company accepts there is nothing that could have been cancelled more flexibly.
  const fee = status === 'AWAITING_CONFIRMATION' ? 0 : flexibleFeePaid({ ...reservation, currency })
  return refundOf({ paid, fee, currency, pickUp, now, ...termsOf(reservation) }).amount
}

/** The same less earlier refunds: what a customer who cancels now gets. */
export async function refundAt(db: Kysely<DB>, reservation: ReservationRow, now: Date): Promise<number | null> {
  const byTerms = refundByTerms(reservation, now)
  return byTerms === null || byTerms === 0 ? byTerms : Math.min(byTerms, (await refundableOf(db, reservation.id)).left)
}

export type RefundWay = 'CARD' | 'WALLET' | 'ACCOUNT'

/**
 * The possible ways for a cancellation's refund now, the quickest way to the customer's own money first: to the card
 * that paid, to the wallet, or through it to the customer's own bank account. `to_wallet` is what goes to the wallet in
 * addition: its own part of the payment besides the card, a gift besides the account. Amounts in the minor unit.
 * Source: decisions.md, "Refunds".
 */
export async function refundWaysOf(deps: Deps, db: Kysely<DB>, reservation: ReservationRow) {
  const at = deps.now()
  const amount = (await refundAt(db, reservation, at)) ?? 0
  if (amount === 0) return []
  const isWhole = refundByTerms(reservation, at) === reservation.paid
  const toCard = isWhole ? await returnableToCard(deps, db, { reservation, amount, at }) : 0
  const toAccount = Math.min(amount, await cashLeftOf(db, reservation.id))
  const ways = [
    { way: 'CARD' as const, amount: toCard },
    { way: 'WALLET' as const, amount },
    { way: 'ACCOUNT' as const, amount: toAccount },
  ]
  return ways.filter((one) => one.amount > 0).map((one) => ({ ...one, to_wallet: amount - one.amount }))
}

/** The part of a reservation's money that would be cash in a wallet, without gifts. */
async function cashLeftOf(db: Kysely<DB>, id: string): Promise<number> {
  const { rows } = await sql<{ cash: number }>`select reservation_cash(${id}) as cash`.execute(db)
  return Number(rows[0]?.cash ?? 0)
}

/** The cancellation terms that were frozen at booking, or at the last change. */
export function termsOf({ start_at, free_until, half_until }: ReservationRow): CancellationTerms {
  const hoursBefore = (deadline: Date) => (start_at.getTime() - deadline.getTime()) / HOUR_MS
  return { freeUntilHours: hoursBefore(free_until), halfUntilHours: hoursBefore(half_until) }
}

type Returned = {
  /** The refund by the terms. */
  byTerms: number
  /** The company's part by the terms. */
  retained: number
  at: Date
  /** The change that removes days or extras; without one the reservation has ended. */
  change?: string
  /** Whether nothing can go to the card, because the customer has chosen another way. */
  notToCard?: boolean
}

/** A customer's refund, in the minor unit: to the wallet at once, and to the card once the bank has done it. */
export type GivenBack = { toWallet: number; toCard: number }

/**
 * Divides a reservation's prepayment, or the part that a change frees: the refund by the terms goes to the customer,
 * less earlier refunds, and the rest to the company, less commission. If everything is refunded, the bank's part can go
 * to the card (`startCardReturn`); otherwise it goes to the wallet of the reservation's holder. The caller has locked
 * the reservation. Source: decisions.md, "Money has one owner" and "Refunds".
 */
export async function returnPrepayment(
  deps: Deps,
  tx: Tx,
  reservation: ReservationRow,
  { byTerms, retained, at, change, notToCard = false }: Returned,
): Promise<GivenBack> {
  const { id, holder, company_id } = reservation
  const currency = currencyIn(reservation)
  const share = divideReturn({ byTerms, ...(await refundableOf(tx, id)) })
  const isForCard = !notToCard && change === undefined && byTerms > 0 && retained === 0
  // Before the wallet's part, because the card's part is no cash of the wallet.
  const toCard = isForCard ? await startCardReturn(deps, tx, { reservation, amount: share.customer, at }) : 0
  const toWallet = share.customer - toCard
  const common = { currency, at, reservation: id }
  await post(tx, {
    ...common,
    key: change ? `change ${change}` : await repeatedKey(tx, { reservation: id, what: 'refund' }),
    kind: change ? 'CHANGE_REFUND' : 'REFUND',
    entries: [
      { kind: 'PREPAYMENT', owner: company_id, amount: toCard - byTerms },
      { kind: 'WALLET', owner: holder, amount: toWallet },
      { kind: 'COMPANY', owner: company_id, amount: share.company },
      { kind: 'COMMISSION', owner: 'marketplace', amount: share.marketplace },
    ],
  })
  const commission = commissionOnRetained(retained, await commissionRateOf(tx, reservation), currency)
  await post(tx, {
    ...common,
    key: change ? `retained change ${change}` : await repeatedKey(tx, { reservation: id, what: 'retained' }),
    kind: 'RETAINED',
    entries: earned(company_id, retained, commission),
  })
  return { toWallet, toCard }
}

/**
 * A company's prepayment less the commission becomes its own; if the commission is higher, the company owes the
 * difference.
 */
export function earned(company: number, prepaid: number, commission: number): Posting['entries'] {
  return [
    { kind: 'PREPAYMENT', owner: company, amount: -prepaid },
    { kind: 'COMPANY', owner: company, amount: prepaid - commission },
    { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
  ]
}
