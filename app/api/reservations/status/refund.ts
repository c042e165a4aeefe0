import type { Kysely } from 'kysely'
import { commissionRateOf } from '#app/api/agency/commission-rate.ts'
import type { Deps, Tx } from '#app/api/context.ts'
import { type Posting, post, repeatedKey } from '#app/api/ledger.ts'
import { startCardReturn } from '#app/api/payments/card-return.ts'
import { refundableOf } from '#app/api/payments/refundable.ts'
import { currencyIn, type ReservationRow, statusAt } from '#app/api/reservations/read/record.ts'
import type { DB } from '#app/db/schema.ts'
import { type CancellationTerms, divideReturn, refundOf } from '#app/rules/cancellation.ts'
import { commissionOnRetained } from '#app/rules/commission.ts'
import { CANCELLABLE } from '#app/rules/reservation-status.ts'

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
  { byTerms, retained, at, change }: Returned,
): Promise<GivenBack> {
  const { id, holder, company_id } = reservation
  const currency = currencyIn(reservation)
  const share = divideReturn({ byTerms, ...(await refundableOf(tx, id)) })
  const isWhole = change === undefined && byTerms > 0 && retained === 0
  // Before the wallet's part: what is to go to the card is no cash of the wallet.
  const toCard = isWhole ? await startCardReturn(deps, tx, { reservation, amount: share.customer, at }) : 0
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
