import type { Tx } from '#app/api/context.ts'
import { post, repeatedKey } from '#app/api/ledger.ts'
import { currencyIn, type ReservationRow, statusAt } from '#app/api/reservations/read/record.ts'
import { type CancellationTerms, refundOf } from '#app/rules/cancellation.ts'
import { CANCELLABLE } from '#app/rules/reservation-status.ts'

const HOUR_MS = 3_600_000

/**
 * What a cancellation at this moment gives back, by the deadlines frozen at booking, in the minor unit of the
 * reservation's currency; null when it cannot be cancelled any more. Source: decisions.md, "Renting".
 */
export function refundAt(reservation: ReservationRow, now: Date): number | null {
  const { start_at: pickUp, paid } = reservation
  if (!CANCELLABLE.includes(statusAt(reservation, now)) || now >= pickUp) return null
  return refundOf({ paid, currency: currencyIn(reservation), pickUp, now, ...termsOf(reservation) }).amount
}

/** The cancellation terms that were frozen at booking, or at the last change. */
export function termsOf({ start_at, free_until, half_until }: ReservationRow): CancellationTerms {
  const hoursBefore = (deadline: Date) => (start_at.getTime() - deadline.getTime()) / HOUR_MS
  return { freeUntilHours: hoursBefore(free_until), halfUntilHours: hoursBefore(half_until) }
}

/** Moves what was prepaid to the wallet of the phone, and what is kept of it to the company as a fee. Once. */
export async function refundToWallet(tx: Tx, reservation: ReservationRow, amount: number, at: Date): Promise<void> {
  const { id, phone, company_id, paid } = reservation
  await post(tx, {
    key: await repeatedKey(tx, { reservation: id, what: 'refund' }),
    kind: 'REFUND',
    currency: currencyIn(reservation),
    at,
    reservation: id,
    entries: [
      { kind: 'PREPAYMENT', owner: company_id, amount: -paid },
      { kind: 'WALLET', owner: phone, amount },
      { kind: 'CANCELLATION_FEE', owner: company_id, amount: paid - amount },
    ],
  })
}
