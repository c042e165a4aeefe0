import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'

type CardRow = Awaited<ReturnType<ReturnType<typeof paymentRows>['execute']>>[number]

/** A query for payments with the fields of an invoice list. */
export function paymentRows(db: Kysely<DB>) {
  return db
    .selectFrom('payment')
    .leftJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .selectAll('payment')
    .select('reservation.number as reservation_number')
}

/** One payment as the contract has it. */
export function paymentCard(row: CardRow): z.infer<typeof PaymentCard> {
  const { id, status, gateway, amount, wallet_amount, reference, trace, card, reservation_id } = row
  return {
    id,
    number: String(row.number),
    purpose: purposeOf(row),
    status,
    gateway,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    currency: currencyIn(row),
    amount,
    wallet_amount,
    // While a reversal is being requested nothing is settled yet.
    settled_as: status === 'VERIFYING' ? null : row.settled_as,
    card_return: row.card_return,
    reference,
    trace,
    card,
    reservation:
      reservation_id !== null && row.reservation_number !== null
        ? { id: reservation_id, number: numberOf({ number: row.reservation_number }) }
        : null,
  }
}

/** What a payment is for. */
export function purposeOf(
  payment: Pick<PaymentRow, 'reservation_id' | 'change_id' | 'proposal_id' | 'part_id' | 'deposit_id'>,
): 'RESERVATION' | 'CHANGE' | 'CHARGE' | 'PART' | 'DEPOSIT' | 'TOP_UP' {
  if (payment.reservation_id === null) return 'TOP_UP'
  if (payment.deposit_id !== null) return 'DEPOSIT'
  if (payment.proposal_id !== null) return 'CHARGE'
  if (payment.part_id !== null) return 'PART'
  return payment.change_id === null ? 'RESERVATION' : 'CHANGE'
}
