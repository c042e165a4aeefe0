import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import { payableOnline } from '#app/api/reservations/read/deposit-facts.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import { lockProposal } from '#app/api/reservations/status/proposal.ts'
import type { DB, OnlineDeposit } from '#app/db/connection/schema.ts'
import { depositRows } from '#app/db/deposit.ts'
import { type CoveredPart, readPlan } from '#app/db/monthly.ts'
import type { PaymentRow } from '#app/db/payment.ts'
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
 * of its company, a monthly part, or the deposit.
 */
export type Due = {
  reservation: ReservationRow
  change: ChangeRow | null
  proposal: ProposalRow | null
  part: DuePart | null
  deposit: DueDeposit | null
}
/** The same by its ids. */
export type DueIds = { reservation: string } & Record<'change' | 'proposal' | 'part' | 'deposit', string | null>
/** A monthly part; only the earliest one that is not paid can be paid (`isNext`), and nothing of one that fell away. */
export type DuePart = { id: string; left: number; isNext: boolean }
/**
 * A deposit as it was agreed when its payment was asked for. It counts as paid only while that is agreed and nothing was taken
 * (`isAgreed`), and a payment of it starts only while its company takes deposits online (`isOffered`).
 */
export type DueDeposit = { id: string; amount: number; isAgreed: boolean; isOffered: boolean }

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
  const deposit =
    change === undefined &&
    !proposal &&
    !part &&
    (await db.selectFrom('online_deposit').selectAll().where('id', '=', transactionId).executeTakeFirst())
  const of = change || proposal || part || deposit
  const reservation = await readReservation(db, of ? of.reservation_id : transactionId)
  return {
    reservation,
    change: change ?? null,
    proposal: proposal || null,
    part: part ? await duePart(db, reservation, transactionId) : null,
    deposit: deposit ? await dueDeposit(db, deposit) : null,
  }
}

/** What a payment is for; null for a top-up. */
export function dueIdsOf(payment: PaymentRow): DueIds | null {
  const { reservation_id: reservation, change_id: change, proposal_id: proposal, part_id: part } = payment
  return reservation === null ? null : { reservation, change, proposal, part, deposit: payment.deposit_id }
}

async function dueDeposit(
  db: Kysely<DB>,
  { id, reservation_id, amount }: Selectable<OnlineDeposit>,
): Promise<DueDeposit> {
  const row = await depositRows(db).where('reservation.id', '=', reservation_id).executeTakeFirstOrThrow()
  return { id, amount, isAgreed: payableOnline(row) === amount, isOffered: row.deposit_online }
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
  const none = { change: null, proposal: null, part: null, deposit: null }
  if (id.deposit !== null) return { ...none, reservation, deposit: await lockDeposit(tx, reservation, id.deposit) }
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

/** The reservation is locked, and nothing of its deposit changes without that. Throws NOT_FOUND. */
async function lockDeposit(tx: Tx, { id }: ReservationRow, deposit: string): Promise<DueDeposit> {
  const found = await tx
    .selectFrom('online_deposit')
    .selectAll()
    .where('id', '=', deposit)
    .where('reservation_id', '=', id)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return dueDeposit(tx, found)
}

/** Whether it can be paid now; what holds no vehicle has no deadline. */
export function isPayable(due: Due, now: Date): boolean {
  if (due.deposit && !due.deposit.isOffered) return false
  return holdsNothing(due) ? isAwaitingPayment(due) : payableUntil(due, now) !== null
}

/** A charge, a monthly part and a deposit. */
function holdsNothing({ proposal, part, deposit }: Due): boolean {
  return proposal !== null || part !== null || deposit !== null
}

/** Until when it is held for the payment; null if it can no longer be paid, and if nothing is held. */
export function payableUntil(due: Due, now: Date): Date | null {
  if (holdsNothing(due)) return null
  const { hold_until } = due.change ?? due.reservation
  return isAwaitingPayment(due) && hold_until !== null && hold_until > now ? hold_until : null
}

/** Whether it waits for its payment; its hold may have expired without having been ended yet. */
export function isAwaitingPayment({ reservation, change, proposal, part, deposit }: Due): boolean {
  if (deposit) return deposit.isAgreed
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
export function dueAmount({ reservation, change, proposal, part, deposit }: Due): number {
  if (deposit) return deposit.amount
  if (part) return part.left
  if (proposal) return leftToPay(proposal)
  return change ? change.difference : reservation.payable_now - reservation.paid
}

/** The pending payment for it, which another one would replace. */
export function openPaymentOf(
  db: Kysely<DB>,
  { reservation, change, proposal, part, deposit }: Due,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', reservation.id)
    .where('change_id', 'is not distinct from', change?.id ?? null)
    .where('proposal_id', 'is not distinct from', proposal?.id ?? null)
    .where('part_id', 'is not distinct from', part?.id ?? null)
    .where('deposit_id', 'is not distinct from', deposit?.id ?? null)
    .where('status', 'in', UNVERIFIED)
    .executeTakeFirst()
}

/** The end of every hold while somebody is at the bank: 40 minutes in all (decisions.md, "Renting"), or when it is held for longer. */
export function endOfBankHold(due: Due): Date | undefined {
  if (holdsNothing(due)) return undefined
  const { reservation, change } = due
  const since = change?.answered_at ?? (change ?? reservation).created_at
  const { hold_until } = change ?? reservation
  return new Date(Math.max(since.getTime() + BANK_HOLD_MINUTES * MINUTE_MS, hold_until?.getTime() ?? 0))
}

/** Extends a hold until the bank's token expires; never shortens it. */
export async function extendHold(tx: Tx, due: Due, until: Date): Promise<void> {
  if (holdsNothing(due)) return
  const { reservation, change } = due
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
