import { sql } from 'kysely'
import { undoPosting } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { dropProposals } from '#app/api/company/protocols/charges/proposals.ts'
import { undoDeskMoney } from '#app/api/company/protocols/desk-money.ts'
import { dropOpenRent } from '#app/api/company/protocols/open-rent.ts'
import { actForCompany } from '#app/api/company/reservations/change-reserve.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { eventsOf } from '#app/api/reservations/read/work-of-day.ts'
import { changeStatus } from '#app/api/reservations/status/change-status.ts'
import { codeOf } from '#app/db/connection/error-code.ts'
import { BUSY } from '#app/db/prices/free.ts'
import { gapOfVehicle } from '#app/db/prices/gap.ts'
import { validProtocol } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { SETTLED } from '#app/rules/reservation/charges/proposal-status.ts'
import type { ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { undoneStatus } from '#app/rules/reservation/reservation-status.ts'
import { UNDONE, undoOf } from './reservation.ts'

const OVERLAP = '23P01'

/** Hands the vehicle over. Throws STATUS_CONFLICT on another day, or if a colleague was first. */
export const handOver = api.company.reservations.handOver.handler(({ context }) =>
  actForCompany(context, { action: 'picked_up' }),
)

/** Takes the vehicle back. Throws STATUS_CONFLICT if it was not out, or a colleague was first. */
export const takeBack = api.company.reservations.takeBack.handler(({ input, context }) =>
  actForCompany(context, { action: 'returned', reason: input.reason }),
)

/**
 * Undoes the last change within ten minutes: a hand-over, a return with its commission, a no-show. Throws UNDO_OVER,
 * and VEHICLE_TAKEN if somebody has booked the vehicle since. Source: *ours*.
 */
export const undo = api.company.reservations.undo.handler(async ({ context }) => {
  const { deps, tx, person, reservation } = context
  try {
    return await undoLast(deps, tx, { reservation, person })
  } catch (error) {
    if (codeOf(error) === OVERLAP) throw errors.VEHICLE_TAKEN()
    throw error
  }
})

async function undoLast(deps: Deps, tx: Tx, { reservation, person }: { reservation: ReservationRow; person: Person }) {
  const { id, ad_id, start_at, end_at } = reservation
  const at = deps.now()
  const events = await eventsOf(tx, id)
  const last = events.at(-1)
  const to = last && undoneStatus(last)
  if (!to || !undoOf(reservation, events, at)) throw errors.UNDO_OVER()
  const actor = actorOf(person)
  const isReturn = reservation.status === 'COMPLETED'
  await changeStatus(tx, [reservation], {
    ...{ to, actor, at, by: person.id, reason: UNDONE, isUndo: true },
  })
  const dropped = isReturn ? await undoProposals(tx, { reservation: id, at }) : []
  const isRecorded = await undoProtocol(tx, { reservation: id, kind: isReturn ? 'RETURN' : 'PICK_UP', at })
  if (isReturn) {
    await undoPosting(tx, { reservation: id, what: 'commission', at })
    await dropOpenRent(tx, id)
  }
  if (reservation.status === 'CANCELLED') {
    for (const what of ['refund', 'retained'] as const) await undoPosting(tx, { reservation: id, what, at })
  }
  // Receivers of a copy of the record are notified that it is no longer valid.
  if (isRecorded) await notify(deps, tx, { kind: 'handOverUndone', reservation: id })
  else
    for (const { amount } of dropped.filter(({ sent_at }) => sent_at))
      await notify(deps, tx, { kind: 'chargeWithdrawn', reservation: id, amount })
  const free = sql<Date>`${end_at}::timestamptz + make_interval(mins => ${await gapOfVehicle(tx, ad_id)})`
  // One that was moved to another vehicle at its pick-up may have begun later there.
  const start = sql<Date>`case when start_at < ${end_at}::timestamptz then greatest(start_at, ${start_at}::timestamptz)
    else ${start_at}::timestamptz end`
  // The exclusion constraint refuses it if the vehicle has been taken since.
  await tx
    .updateTable('busy')
    .set({ status: BUSY.FIRM, start_at: start, end_at: free })
    .where('reservation_id', '=', id)
    .execute()
  return { id, status: to }
}

/**
 * Withdraws the charge that was proposed after a return, with its record or for lateness. Throws UNDO_OVER if the
 * customer has accepted it, or an operator decided it.
 */
async function undoProposals(tx: Tx, { reservation, at }: { reservation: string; at: Date }) {
  const accepted = await tx
    .selectFrom('proposal')
    .select('status')
    .where('reservation_id', '=', reservation)
    .where('status', 'in', SETTLED)
    .executeTakeFirst()
  if (accepted) throw errors.UNDO_OVER()
  return dropProposals(tx, { reservation, at })
}

/** Marks a record as undone and restores its draft. Throws UNDO_OVER if money was paid out or received since. */
async function undoProtocol(
  tx: Tx,
  { reservation, kind, at }: { reservation: string; kind: ProtocolKind; at: Date },
): Promise<boolean> {
  const record = await validProtocol(tx, { reservation, kind })
  if (!record) return false
  const money = await tx
    .selectFrom('desk_money')
    .select(['purpose', 'protocol_id'])
    .where('reservation_id', '=', reservation)
    .where('undone_at', 'is', null)
    .execute()
  const isOut = money.some(
    ({ purpose }) => purpose === 'DEPOSIT_BACK' || purpose === 'RENT_BACK' || purpose.startsWith('CHARGE'),
  )
  if (isOut) throw errors.UNDO_OVER()
  await undoDeskMoney(tx, { protocol: record.id, at })
  await tx.updateTable('protocol').set({ undone_at: at }).where('id', '=', record.id).execute()
  return true
}

/** A note for colleagues. */
export const addNote = api.company.reservations.addNote.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  return deps.db
    .insertInto('reservation_note')
    .values({ reservation_id: reservation.id, account_id: person.id, body: input.body, at: deps.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
})
