import type { Kysely } from 'kysely'
import { refundableOf } from '#app/api/books/refundable.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readPlan } from '#app/db/monthly.ts'
import { deskMoneyOf, receivedOf } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { flexibleFee } from '#app/rules/money/flexible.ts'
import { keptForSwitch, type Switchable, type Switched } from '#app/rules/reservation/cheaper-offer.ts'
import type { QuotedOffer } from './quote-offer.ts'

/** What the rules ask for of a reservation. */
export function switchableOf({ total, paid, refunded, free_until }: ReservationRow): Switchable {
  return { total, paid, refunded, freeUntil: free_until }
}

/** What the rules ask for of an offer. */
export function switchedOf({ quoted: { bill, freeUntil } }: QuotedOffer): Switched {
  return { total: bill.total, payable_now: bill.payable_now, freeUntil }
}

/**
 * Whether a reservation is one that can be switched at all: confirmed, booked on the site, paid in one part and online
 * only, with no change of it under way.
 */
export async function isSwitchable(db: Kysely<DB>, reservation: ReservationRow, now: Date): Promise<boolean> {
  const { id, status, source, quote } = reservation
  // Its price would not come back.
  if (flexibleFee(reservation.lines) > 0) return false
  if (status !== 'CONFIRMED' || source !== 'SITE' || quote !== null || keptForSwitch(reservation) === 0) return false
  const pending = await db
    .selectFrom('reservation_change')
    .select('id')
    .where('reservation_id', '=', id)
    .where('status', 'in', ['ASKED', 'AWAITING_PAYMENT'])
    .executeTakeFirst()
  if (pending || (await readPlan(db, reservation, now))) return false
  // What operators gave back, or are about to, would be missing for the other one.
  const { left, waiting } = await refundableOf(db, id)
  if (left !== keptForSwitch(reservation) || waiting > 0) return false
  return receivedOf(await deskMoneyOf(db, id)) === 0
}
