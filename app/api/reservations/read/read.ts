import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'

/** The reservation with an unguessable id: anybody who knows it may see it. Throws NOT_FOUND. */
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

/** The reservation of the id in a voucher's address: its own, or the one that shows it to others. Throws NOT_FOUND. */
export async function readVoucher(db: Kysely<DB>, id: string): Promise<ReservationRow> {
  const found = await db
    .selectFrom('reservation')
    .selectAll()
    .where((of) => of.or([of('id', '=', id), of('share_id', '=', id)]))
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}
