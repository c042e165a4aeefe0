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
import { CANCELLABLE } from '#app/rules/reservation/reservation-status.ts'

const HOUR_MS = 3_600_000

/**
 * What a cancellation at this moment gives back by the deadlines frozen at booking, whatever was refunded before, in the minor
 * unit of the reservation's currency; null when it cannot be cancelled any more. Source: decisions.md, "Renting".
 */
export function refundByTerms(reservation: ReservationRow, now: Date): number | null {
  const { start_at: pickUp, paid } = reservation
  if (!CANCELLABLE.includes(statusAt(reservation, now)) || now >= pickUp) return null
  return refundOf({ paid, currency: currencyIn(reservation), pickUp, now, ...termsOf(reservation) }).amount
}

/** The same less what was refunded before: what a customer who cancels now is given. */
export async function refundAt(db: Kysely<DB>, reservation: ReservationRow, now: Date): Promise<number | null> {
  const byTerms = refundByTerms(reservation, now)
  return byTerms === null || byTerms === 0 ? byTerms : Math.min(byTerms, (await refundableOf(db, reservation.id)).left)
}

export type RefundWay = 'CARD' | 'WALLET' | 'ACCOUNT'

/**
 * Where what a cancellation at this moment gives back may go, the quickest way to the customer's own money first: to the card that paid, to
 * the wallet, or by way of it straight to an account of their own. `to_wallet` is what goes to the wallet beside it: its own part of
 * the payment beside the card, a gift beside the account. Amounts in the minor unit. Source: decisions.md, "Refunds".
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

/** What of a reservation's money is cash, and would be in a wallet: no gift. */
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
  /** What is given back by the terms. */
  byTerms: number
  /** What stays with the company by the terms. */
  retained: number
  at: Date
  /** The change that gives days or extras back; without one the reservation has ended. */
  change?: string
  /** Whether nothing may go to the card: the customer has chosen another way. */
  notToCard?: boolean
}

/** What a customer is given back, in the minor unit: into the wallet at once, and to the card once the bank has done it. */
export type GivenBack = { toWallet: number; toCard: number }

/**
 * Takes a reservation's prepayment, or what a change frees of it, apart: what the terms give back goes to the customer as far
 * as it was not refunded before, the rest is the company's less commission. Where all of it is given back the bank's part may
 * go to the card (`startCardReturn`); else it goes to the wallet of whoever holds the reservation. The caller has locked the
 * reservation. Source: decisions.md, "Money has one owner" and "Refunds".
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
  // Before the wallet's part: what is to go to the card is no cash of the wallet.
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

/** A company's prepayment becomes its own, but for the commission; where that is more, the company owes the rest. */
export function earned(company: number, prepaid: number, commission: number): Posting['entries'] {
  return [
    { kind: 'PREPAYMENT', owner: company, amount: -prepaid },
    { kind: 'COMPANY', owner: company, amount: prepaid - commission },
    { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
  ]
}
