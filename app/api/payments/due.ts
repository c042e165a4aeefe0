import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import { lockProposal } from '#app/api/reservations/status/proposal.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ProposalRow } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { BANK_HOLD_MINUTES } from '#app/rules/constants.ts'
import { UNVERIFIED } from '#app/rules/money/payment/payment-status.ts'
import { mayChangeProposal } from '#app/rules/reservation/proposal-status.ts'

/**
 * What a `transaction_id` names: a reservation that waits for its payment, a change of one that costs more, or what its
 * company asked for and the customer accepted.
 */
export type Due = { reservation: ReservationRow; change: ChangeRow | null; proposal: ProposalRow | null }
/** The same by its ids. */
export type DueIds = { reservation: string; change: string | null; proposal: string | null }

const MINUTE_MS = 60_000

/** What is to be paid under an id. Throws NOT_FOUND. */
export async function readDue(db: Kysely<DB>, transactionId: string): Promise<Due> {
  const change = await db
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', transactionId)
    .executeTakeFirst()
  const proposal =
    change === undefined &&
    (await db.selectFrom('proposal').selectAll().where('id', '=', transactionId).executeTakeFirst())
  const of = change || proposal
  return {
    reservation: await readReservation(db, of ? of.reservation_id : transactionId),
    change: change ?? null,
    proposal: proposal || null,
  }
}

/** The same, locked against every other action until the transaction ends: the reservation first, as everywhere. */
export async function lockDue(tx: Tx, id: DueIds): Promise<Due> {
  const reservation = await lockReservation(tx, id.reservation)
  if (id.proposal !== null)
    return { reservation, change: null, proposal: await lockProposal(tx, reservation, id.proposal) }
  if (id.change === null) return { reservation, change: null, proposal: null }
  const change = await tx
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', id.change)
    .where('reservation_id', '=', id.reservation)
    .forUpdate()
    .executeTakeFirst()
  if (!change) throw errors.NOT_FOUND()
  return { reservation, change, proposal: null }
}

/** Whether it may be paid now; what a company asked for waits without an end. */
export function isPayable(due: Due, now: Date): boolean {
  return due.proposal ? isAwaitingPayment(due) : payableUntil(due, now) !== null
}

/** Until when what is held may be paid; null where it cannot be (any more), and where nothing is held. */
export function payableUntil(due: Due, now: Date): Date | null {
  if (due.proposal) return null
  const { hold_until } = due.change ?? due.reservation
  return isAwaitingPayment(due) && hold_until !== null && hold_until > now ? hold_until : null
}

/** Whether it waits for its payment; its hold may be over without anybody having ended it yet. */
export function isAwaitingPayment({ reservation, change, proposal }: Due): boolean {
  if (proposal) return mayChangeProposal(proposal.status, 'PAID', 'SYSTEM')
  if (!change) return reservation.status === 'AWAITING_PAYMENT'
  return change.status === 'AWAITING_PAYMENT' && reservation.status === 'CONFIRMED'
}

/** What is still to be paid, in the minor unit of the reservation's currency. */
export function dueAmount({ reservation, change, proposal }: Due): number {
  if (proposal) return proposal.amount
  return change ? change.difference : reservation.payable_now - reservation.paid
}

/** The payment for it that is on its way, and which another would take the place of. */
export function openPaymentOf(
  db: Kysely<DB>,
  { reservation, change, proposal }: Due,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', reservation.id)
    .where('change_id', 'is not distinct from', change?.id ?? null)
    .where('proposal_id', 'is not distinct from', proposal?.id ?? null)
    .where('status', 'in', UNVERIFIED)
    .executeTakeFirst()
}

/** The end of every hold while somebody is at the bank: 40 minutes in all (decisions.md, "Renting"). */
export function endOfBankHold({ reservation, change, proposal }: Due): Date | undefined {
  if (proposal) return undefined
  return new Date((change ?? reservation).created_at.getTime() + BANK_HOLD_MINUTES * MINUTE_MS)
}

/** Lengthens what is held to the end of the bank's token; never shortens it. */
export async function extendHold(tx: Tx, { reservation, change, proposal }: Due, until: Date): Promise<void> {
  if (proposal) return
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
