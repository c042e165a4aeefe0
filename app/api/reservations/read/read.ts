import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'

/** The reservation with this id, which nobody can guess: whoever knows it may see the reservation. Throws NOT_FOUND. */
export async function readReservation(db: Kysely<DB>, id: string): Promise<ReservationRow> {
  const found = await db.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/** The same, locked until the transaction ends. */
export async function lockReservation(tx: Tx, id: string): Promise<ReservationRow> {
  const found = await tx.selectFrom('reservation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/**
 * The reservation that a voucher's address leads to: by the reservation's own id, or by the id with which its customer
 * shares it, and by which its company knows it. The second manages nothing by itself: callers ask who wants it. Throws
 * NOT_FOUND.
 */
export async function readVoucher(db: Kysely<DB>, id: string): Promise<ReservationRow> {
  const found = await voucherRows(db, id).executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/** The same, locked until the transaction ends. */
export async function lockVoucher(tx: Tx, id: string): Promise<ReservationRow> {
  const found = await voucherRows(tx, id).forUpdate().executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

function voucherRows(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('reservation')
    .selectAll()
    .where((of) => of.or([of('id', '=', id), of('share_id', '=', id)]))
}
