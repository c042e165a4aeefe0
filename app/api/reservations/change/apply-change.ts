import { sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { replanStored } from '#app/api/reservations/monthly/plan.ts'
import { endOpenPayments } from '#app/api/reservations/status/end-open-payments.ts'
import { returnPrepayment } from '#app/api/reservations/status/refund.ts'
import { BUSY } from '#app/db/prices/free.ts'
import { gapOfVehicle } from '#app/db/prices/gap.ts'
import { noteEvents, type ReservationRow } from '#app/db/reservation.ts'
import { keptByChange } from '#app/rules/reservation/reservation-change.ts'
import type { ChangeRow } from './changeable.ts'
import { endChanges } from './end-change.ts'
import { takenByChange } from './taken-by-change.ts'

/** What the event of each kind of change is called. */
const REASONS = { CHANGE: 'changed', EXTENSION: 'extended', EARLY_END: 'ended_early' } as const

type Changing = { reservation: ReservationRow; change: ChangeRow }

/** Makes other rentals of a vehicle wait until the transaction ends: `on conflict` does not cover updates (data.md). */
export async function lockVehicle(tx: Tx, ad: number): Promise<void> {
  await tx.selectFrom('ad').select('id').where('id', '=', ad).forUpdate().executeTakeFirstOrThrow()
}

/**
 * Moves a reservation to the time of a change, replacing its own and the change's hold; false if somebody else has the
 * vehicle now, and then the former time stays. The caller has locked reservation and change.
 */
export async function takeWantedTime(tx: Tx, { reservation, change }: Changing): Promise<boolean> {
  const { id, ad_id } = reservation
  await lockVehicle(tx, ad_id)
  await releaseChange(tx, change.id)
  const former = await tx
    .deleteFrom('busy')
    .where('reservation_id', '=', id)
    .returning(['start_at', 'end_at'])
    .executeTakeFirstOrThrow()
  const gap = await gapOfVehicle(tx, ad_id)
  const row = { ad_id, kind: 'RESERVATION' as const, status: BUSY.FIRM, reservation_id: id }
  const { start, end } = takenByChange(reservation, {
    ...{ wanted: change.wanted, gap },
    former: { start: former.start_at, end: former.end_at },
  })
  const taken = await tx
    .insertInto('busy')
    .values({ ...row, start_at: start, end_at: end })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (taken) return true
  await tx
    .insertInto('busy')
    .values({ ...row, ...former })
    .execute()
  return false
}

/**
 * Applies a change that is paid and free: lines, places, extras and deadlines are frozen again; a lower price is
 * refunded to the holder's wallet, less earlier refunds; what the cancellation terms keep of removed days goes to the
 * company; the customer is notified. Returns what went to the wallet. Source: decisions.md, "Renting".
 */
export async function applyChange(
  deps: Deps,
  tx: Tx,
  { reservation, change }: Changing,
  isTaken = false,
): Promise<{ toWallet: number }> {
  const now = deps.now()
  const { id } = reservation
  // A reservation has paid what is payable; any other incoming money was kept.
  const kept = keptByChange({ ...change, paid: reservation.paid })
  if (!isTaken && !(await takeWantedTime(tx, { reservation, change }))) {
    throw new Error(`the time of the change ${change.id} was held and is taken`)
  }
  await tx
    .updateTable('reservation')
    .set({
      ...change.wanted,
      lines: JSON.stringify(change.lines),
      total: change.total,
      payable_now: change.payable_now,
      paid: sql`paid + ${change.difference} - ${kept}`,
    })
    .where('id', '=', id)
    .execute()
  // One without a price difference is created as DONE.
  if (change.status !== 'DONE') await endChanges(tx, { id: [change.id] }, { from: change.status, to: 'DONE' })
  const byTerms = Math.max(0, -change.difference)
  const taken = { byTerms, retained: kept, at: now, change: change.id }
  const { toWallet } = await returnPrepayment(deps, tx, reservation, taken)
  await replanStored(tx, reservation, now)
  const reason = REASONS[change.kind]
  await noteEvents(tx, [id], { status: reservation.status, actor: change.actor, at: now, reason })
  const kind = toWallet > 0 ? 'changedRefund' : 'changed'
  await notify(deps, tx, { kind, reservation: id, amount: toWallet })
  if (toWallet > 0) await notify(deps, tx, { kind: 'refund', reservation: id, amount: toWallet })
  await notify(deps, tx, { kind: 'bookingChanged', reservation: id })
  return { toWallet }
}

/**
 * Ends the change of a reservation that waits for its payment, if there is one; its time is free again. A withdrawn one
 * may also wait for the company's answer. A payment that was started for it ends. With `kind` only changes of it.
 */
export async function endWaitingChange(
  tx: Tx,
  reservation: string,
  { status, at, kind }: { status: 'CANCELLED' | 'EXPIRED'; at: Date; kind?: ChangeRow['kind'] },
): Promise<boolean> {
  const by = { reservation, kind }
  const ended = await endChanges(tx, by, { from: 'AWAITING_PAYMENT', to: status })
  for (const id of ended) await releaseChange(tx, id)
  if (ended.length > 0) await endOpenPayments(tx, { changes: ended }, { reason: 'change dropped', at })
  const asked = status === 'CANCELLED' ? await endChanges(tx, by, { from: 'ASKED', to: status }) : []
  return ended.length + asked.length > 0
}

async function releaseChange(tx: Tx, change: string) {
  await tx.deleteFrom('busy').where('change_id', '=', change).execute()
}
