import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import { lockProposal } from '#app/api/reservations/status/proposal.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type CoveredPart, readPlan } from '#app/db/monthly.ts'
import type { ProposalRow } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { BANK_HOLD_MINUTES } from '#app/rules/constants.ts'
import { UNVERIFIED } from '#app/rules/money/payment/payment-status.ts'
import { leftToPay } from '#app/rules/reservation/charges/dispute.ts'
import { mayChangeProposal } from '#app/rules/reservation/charges/proposal-status.ts'
import { nextPart, takesParts } from '#app/rules/reservation/monthly/plan.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/**
 * What a `transaction_id` names: a reservation that waits for its payment, a change that costs more, an accepted charge
 * of its company, or a monthly part.
 */
export type Due = {
  reservation: ReservationRow
  change: ChangeRow | null
  proposal: ProposalRow | null
  part: DuePart | null
}
/** The same by its ids. */
export type DueIds = { reservation: string; change: string | null; proposal: string | null; part: string | null }
/** A monthly part; only the earliest one that is not paid can be paid (`isNext`), and nothing of one that fell away. */
export type DuePart = { id: string; left: number; isNext: boolean }

/** What is paid with an id. Throws NOT_FOUND. */
export async function readDue(db: Kysely<DB>, transactionId: string): Promise<Due> {
  const change = await db
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', transactionId)
    .executeTakeFirst()
  const proposal =
    change === undefined &&
    (await db.selectFrom('proposal').selectAll().where('id', '=', transactionId).executeTakeFirst())
  const part =
    change === undefined &&
    !proposal &&
    (await db.selectFrom('rental_part').selectAll().where('id', '=', transactionId).executeTakeFirst())
  const of = change || proposal || part
  const reservation = await readReservation(db, of ? of.reservation_id : transactionId)
  return {
    reservation,
    change: change ?? null,
    proposal: proposal || null,
    part: part ? await duePart(db, reservation, transactionId) : null,
  }
}

/** Throws NOT_FOUND for a part that was never of this reservation. */
async function duePart(db: Kysely<DB>, reservation: ReservationRow, id: string): Promise<DuePart> {
  // Whether it is late depends on the day; what is left of it does not.
  const parts = (await readPlan(db, reservation, reservation.created_at))?.parts ?? []
  const next: CoveredPart | undefined = nextPart(parts)
  return { id, left: parts.find((one) => one.id === id)?.left ?? 0, isNext: next?.id === id }
}

/** The same, locked until the transaction ends: the reservation first, as everywhere. */
export async function lockDue(tx: Tx, id: DueIds): Promise<Due> {
  const reservation = await lockReservation(tx, id.reservation)
  const none = { change: null, proposal: null, part: null }
  if (id.part !== null) return { ...none, reservation, part: await duePart(tx, reservation, id.part) }
  if (id.proposal !== null) return { ...none, reservation, proposal: await lockProposal(tx, reservation, id.proposal) }
  if (id.change === null) return { ...none, reservation }
  const change = await tx
    .selectFrom('reservation_change')
    .selectAll()
    .where('id', '=', id.change)
    .where('reservation_id', '=', id.reservation)
    .forUpdate()
    .executeTakeFirst()
  if (!change) throw errors.NOT_FOUND()
  return { ...none, reservation, change }
}

/** Whether it can be paid now; a charge and a monthly part hold nothing, so they have no deadline. */
export function isPayable(due: Due, now: Date): boolean {
  return due.proposal || due.part ? isAwaitingPayment(due) : payableUntil(due, now) !== null
}

/** Until when it is held for the payment; null if it can no longer be paid, and if nothing is held. */
export function payableUntil(due: Due, now: Date): Date | null {
  if (due.proposal || due.part) return null
  const { hold_until } = due.change ?? due.reservation
  return isAwaitingPayment(due) && hold_until !== null && hold_until > now ? hold_until : null
}

/** Whether it waits for its payment; its hold may have expired without having been ended yet. */
export function isAwaitingPayment({ reservation, change, proposal, part }: Due): boolean {
  if (part) return part.isNext && takesParts(reservation)
  if (proposal) return mayChangeProposal(proposal.status, 'PAID', 'SYSTEM')
  // Nobody pays for an offer before it is accepted.
  if (!change) return reservation.status === 'AWAITING_PAYMENT' && reservation.quote !== 'OPEN'
  return change.status === 'AWAITING_PAYMENT' && takesChange(reservation, change)
}

/** Whether a change can still apply: before the pick-up, and more time also during the rental. */
export function takesChange({ status }: ReservationRow, { kind }: ChangeRow): boolean {
  return status === 'CONFIRMED' || (kind === 'EXTENSION' && status === 'ACTIVE')
}

/** The amount still to be paid, in the minor unit of the reservation's currency. */
export function dueAmount({ reservation, change, proposal, part }: Due): number {
  if (part) return part.left
  if (proposal) return leftToPay(proposal)
  return change ? change.difference : reservation.payable_now - reservation.paid
}

/** The pending payment for it, which another one would replace. */
export function openPaymentOf(
  db: Kysely<DB>,
  { reservation, change, proposal, part }: Due,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', reservation.id)
    .where('change_id', 'is not distinct from', change?.id ?? null)
    .where('proposal_id', 'is not distinct from', proposal?.id ?? null)
    .where('part_id', 'is not distinct from', part?.id ?? null)
    .where('status', 'in', UNVERIFIED)
    .executeTakeFirst()
}

/** The end of every hold while somebody is at the bank: 40 minutes in all (decisions.md, "Renting"). */
export function endOfBankHold({ reservation, change, proposal, part }: Due): Date | undefined {
  if (proposal || part) return undefined
  const since = change?.answered_at ?? (change ?? reservation).created_at
  return new Date(since.getTime() + BANK_HOLD_MINUTES * MINUTE_MS)
}

/** Extends a hold until the bank's token expires; never shortens it. */
export async function extendHold(tx: Tx, { reservation, change, proposal, part }: Due, until: Date): Promise<void> {
  if (proposal || part) return
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
