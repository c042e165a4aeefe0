import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HAS_PLAN, hasLatePart, type MonthlyPlan } from '#app/db/monthly.ts'
import { type DeskMoneyRow, deskMoneyOf, RENT_AT_DESK, receivedOf } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import { dueBy } from '#app/rules/reservation/monthly/plan.ts'

/** What is still to be received of the rent at the desk, in the minor unit; a written-off part is not due. */
export function dueOf(
  { total, payable_now }: Pick<ReservationRow, 'total' | 'payable_now'>,
  money: readonly DeskMoneyRow[],
  writtenOff = 0,
): number {
  return deskPart({ total, payable_now, received: receivedOf(money), writtenOff })
}

/** What is to be received at the hand-over: all that is open, or of monthly parts those that are due by then. */
export function dueAtHandOver(
  reservation: Pick<ReservationRow, 'total' | 'payable_now' | 'start_date'>,
  { money, plan }: { money: readonly DeskMoneyRow[]; plan: MonthlyPlan | null },
): number {
  const due = dueOf(reservation, money)
  if (!plan) return due
  const day = plan.today > reservation.start_date ? plan.today : reservation.start_date
  return Math.min(due, dueBy(plan.parts, day))
}

/** How a rental was closed before all of its rent was collected; null if it was not. */
export async function openRentOf(db: Kysely<DB>, reservation: string) {
  const found = await db
    .selectFrom('open_rent')
    .leftJoin('account', 'account.id', 'open_rent.account_id')
    .leftJoin('account as writer', 'writer.id', 'open_rent.written_off_by')
    .selectAll('open_rent')
    .select(['account.fullname as by', 'writer.fullname as writer'])
    .where('reservation_id', '=', reservation)
    .executeTakeFirst()
  if (!found) return null
  const { reason, by, at, written_off, written_off_reason, written_off_at, writer } = found
  return {
    ...{ reason, by, at: at.toISOString() },
    written_off:
      written_off !== null && written_off_reason !== null && written_off_at !== null
        ? { amount: written_off, reason: written_off_reason, by: writer, at: written_off_at.toISOString() }
        : null,
  }
}

/**
 * Reservations with uncollected rent although the vehicle is out or back, in SQL; of one that is paid in monthly parts only
 * a late part counts while the vehicle is out.
 */
export const hasOpenRent = (
  now: Date,
) => sql<boolean>`((reservation.status = 'ACTIVE' and (not ${HAS_PLAN} or ${hasLatePart(now)}))
    or (reservation.status = 'COMPLETED' and exists
    (select from open_rent where open_rent.reservation_id = reservation.id and open_rent.written_off is null)))
  and reservation.total - reservation.payable_now > ${RENT_AT_DESK}`

/**
 * Stores why a rental is closed before all of its rent is collected; does nothing if all is. Throws INVALID_FIELDS
 * without a reason. The caller has locked the reservation.
 */
export async function noteOpenRent(
  tx: Tx,
  reservation: ReservationRow,
  { reason, by, at }: { reason: string | undefined; by: string; at: Date },
): Promise<void> {
  const due = dueOf(reservation, await deskMoneyOf(tx, reservation.id))
  if (due === 0) return
  if (!reason) throw invalidFields({ reason: ['rent_open'] })
  await tx.insertInto('open_rent').values({ reservation_id: reservation.id, reason, account_id: by, at }).execute()
}

/** A rental whose return was undone continues: what was stored about its rent is removed. */
export async function dropOpenRent(tx: Tx, reservation: string): Promise<void> {
  await tx.deleteFrom('open_rent').where('reservation_id', '=', reservation).execute()
}
