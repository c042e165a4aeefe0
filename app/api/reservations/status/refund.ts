import type { Kysely } from 'kysely'
import { commissionRateOf } from '#app/api/agency/commission-rate.ts'
import type { Tx } from '#app/api/context.ts'
import { type Posting, post, repeatedKey } from '#app/api/ledger.ts'
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

/**
 * Takes a reservation's prepayment, or what a change frees of it, apart: what the terms give back goes to the wallet of
 * whoever holds it as far as it was not refunded before, the rest is the company's less commission. Gives what went to the wallet. The
 * caller has locked the reservation. Source: decisions.md, "Money has one owner".
 */
export async function returnPrepayment(
  tx: Tx,
  reservation: ReservationRow,
  { byTerms, retained, at, change }: Returned,
): Promise<number> {
  const { id, holder, company_id } = reservation
  const currency = currencyIn(reservation)
  const share = divideReturn({ byTerms, ...(await refundableOf(tx, id)) })
  const common = { currency, at, reservation: id }
  await post(tx, {
    ...common,
    key: change ? `change ${change}` : await repeatedKey(tx, { reservation: id, what: 'refund' }),
    kind: change ? 'CHANGE_REFUND' : 'REFUND',
    entries: [
      { kind: 'PREPAYMENT', owner: company_id, amount: -byTerms },
      { kind: 'WALLET', owner: holder, amount: share.customer },
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
  return share.customer
}

/** A company's prepayment becomes its own, but for the commission; where that is more, the company owes the rest. */
export function earned(company: number, prepaid: number, commission: number): Posting['entries'] {
  return [
    { kind: 'PREPAYMENT', owner: company, amount: -prepaid },
    { kind: 'COMPANY', owner: company, amount: prepaid - commission },
    { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
  ]
}
