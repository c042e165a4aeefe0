import type { Kysely } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import type { ReservationRow } from '#app/api/reservations/read/record.ts'
import type { DB } from '#app/db/schema.ts'
import { BANK_HOLD_MINUTES } from '#app/rules/constants.ts'
import type { Tx } from '../context.ts'

/** What a `transaction_id` names: a reservation that waits for its payment, or a change of one that costs more. */
export type Due = { reservation: ReservationRow; change: ChangeRow | null }

const MINUTE_MS = 60_000

/** What is to be paid under an id. Throws NOT_FOUND. */
export async function readDue(db: Kysely<DB>, transactionId: string): Promise<Due> {
  const change = await db
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', transactionId)
    .executeTakeFirst()
  return { reservation: await readReservation(db, change?.reservation_id ?? transactionId), change: change ?? null }
}

/** The same, locked against every other action until the transaction ends: the reservation first, as everywhere. */
export async function lockDue(tx: Tx, id: { reservation: string; change: string | null }): Promise<Due> {
  const reservation = await lockReservation(tx, id.reservation)
  if (id.change === null) return { reservation, change: null }
  const change = await tx
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', id.change)
    .where('reservation_id', '=', id.reservation)
    .forUpdate()
    .executeTakeFirst()
  if (!change) throw errors.NOT_FOUND()
  return { reservation, change }
}

/** Until when it may be paid; null where it cannot be (any more). */
export function payableUntil(due: Due, now: Date): Date | null {
  const { hold_until } = due.change ?? due.reservation
  return waits(due) && hold_until !== null && hold_until > now ? hold_until : null
}

/** Whether it waits for its payment; its hold may be over without anybody having ended it yet. */
export function waits({ reservation, change }: Due): boolean {
  if (!change) return reservation.status === 'AWAITING_PAYMENT'
  return change.status === 'AWAITING_PAYMENT' && reservation.status === 'CONFIRMED'
}

/** What is still to be paid, in the minor unit of the reservation's currency. */
export function dueAmount({ reservation, change }: Due): number {
  return change ? change.difference : reservation.payable_now - reservation.paid
}

/** The payment for it that is on its way, and which another would take the place of. */
export function openPaymentOf(db: Kysely<DB>, { reservation, change }: Due): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', reservation.id)
    .where('change_id', 'is not distinct from', change?.id ?? null)
    .where('status', 'in', ['CREATED', 'REDIRECTED'])
    .executeTakeFirst()
}

/** The end of every hold while somebody is at the bank: 40 minutes in all (decisions.md, "Renting"). */
export function endOfBankHold({ reservation, change }: Due): Date {
  return new Date((change ?? reservation).created_at.getTime() + BANK_HOLD_MINUTES * MINUTE_MS)
}

/** Lengthens what is held to the end of the bank's token; never shortens it. */
export async function extendHold(tx: Tx, { reservation, change }: Due, until: Date): Promise<void> {
  const held = (change ?? reservation).hold_until
  if (!held || until <= held) return
  const set = { hold_until: until }
  if (change) {
    await tx.updateTable('reservation_change').set(set).where('id', '=', change.id).execute()
    await tx.updateTable('busy').set(set).where('change_id', '=', change.id).execute()
    return
  }
  await tx.updateTable('reservation').set(set).where('id', '=', reservation.id).execute()
  await tx.updateTable('busy').set(set).where('reservation_id', '=', reservation.id).execute()
}
