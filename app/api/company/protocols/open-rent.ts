import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type DeskMoneyRow, deskMoneyOf, receivedOf } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'

/** What is still to be received of the rent at the desk, in the minor unit; a written-off part is not due. */
export function dueOf(
  { total, payable_now }: Pick<ReservationRow, 'total' | 'payable_now'>,
  money: readonly DeskMoneyRow[],
  writtenOff = 0,
): number {
  return deskPart({ total, payable_now, received: receivedOf(money), writtenOff })
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

/** Reservations with uncollected rent although the vehicle is out or back. */
export const HAS_OPEN_RENT = sql<boolean>`(reservation.status = 'ACTIVE' or (reservation.status = 'COMPLETED' and exists
    (select from open_rent where open_rent.reservation_id = reservation.id and open_rent.written_off is null)))
  and reservation.total - reservation.payable_now > (select coalesce(sum(amount), 0) from desk_money
    where desk_money.reservation_id = reservation.id and purpose = 'RENT' and undone_at is null)`

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
