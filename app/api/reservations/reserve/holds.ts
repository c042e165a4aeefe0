import type { ExpressionBuilder } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endChanges } from '#app/api/reservations/change/end-change.ts'
import { changeStatus } from '#app/api/reservations/status/change-status.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { releaseVehicles } from '#app/db/reservation.ts'
import { HOLD_MINUTES, MAX_HOLDS_PER_ADDRESS, MAX_HOLDS_PER_PHONE } from '#app/rules/constants.ts'
import { type ChangeStatus, PENDING } from '#app/rules/reservation/reservation-change.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { releaseCodes } from './discount/discount.ts'

const BATCH = 100

/**
 * Ends expired holds, of one vehicle or of all: EXPIRED, vehicle and discount code free again; likewise unpaid changes, and
 * requests for more time that the company has not answered.
 * Returns how many. One that is being paid or cancelled at this moment is skipped.
 */
export async function expireHolds(deps: Deps, vehicle?: { ad: number }): Promise<number> {
  const changes = await expireChanges(deps, vehicle)
  return changes + (await expireReservations(deps, vehicle))
}

async function expireChanges(deps: Deps, vehicle?: { ad: number }): Promise<number> {
  const stale = deps.db
    .selectFrom('reservation_change')
    .innerJoin('reservation', 'reservation.id', 'reservation_change.reservation_id')
    .select(['reservation_change.id', 'reservation_change.status', 'reservation_change.reservation_id'])
    .where('reservation_change.status', 'in', PENDING)
    .where('reservation_change.hold_until', '<=', deps.now())
    .$if(vehicle !== undefined, (query) => query.where('reservation.ad_id', '=', vehicle?.ad ?? 0))
    .orderBy('reservation_change.id')
    .limit(BATCH)
  if ((await stale.execute()).length === 0) return 0
  return inTransaction(deps.db, async (tx) => {
    const { rows } = await tx.executeQuery(stale.forUpdate(['reservation_change']).skipLocked())
    if (rows.length === 0) return 0
    const idsOf = (status: ChangeStatus) => rows.filter((row) => row.status === status).map(({ id }) => id)
    for (const from of PENDING) {
      const ids = idsOf(from)
      if (ids.length > 0) await endChanges(tx, { id: ids }, { from, to: 'EXPIRED' })
    }
    await tx
      .deleteFrom('busy')
      .where(
        'change_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    for (const { status, reservation_id } of rows)
      if (status === 'ASKED') await notify(deps, tx, { kind: 'extensionUnanswered', reservation: reservation_id })
    return rows.length
  })
}

async function expireReservations(deps: Deps, vehicle?: { ad: number }): Promise<number> {
  const now = deps.now()
  const stale = deps.db
    .selectFrom('reservation')
    .select(['id', 'status'])
    .where('status', '=', 'AWAITING_PAYMENT')
    .where('hold_until', '<=', now)
    .$if(vehicle !== undefined, (query) => query.where('ad_id', '=', vehicle?.ad ?? 0))
    .orderBy('id')
    .limit(BATCH)
  if ((await stale.execute()).length === 0) return 0
  return inTransaction(deps.db, async (tx) => {
    const rows = await tx.executeQuery(stale.forUpdate().skipLocked())
    const ids = rows.rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await changeStatus(tx, rows.rows, { to: 'EXPIRED', actor: 'SYSTEM', at: now, reason: 'unpaid' })
    await releaseVehicles(tx, ids)
    await releaseCodes(tx, ids)
    return ids.length
  })
}

/**
 * Refuses the transaction's hold, already made, if it is one too many: TOO_MANY_HOLDS over 3 unpaid ones of a phone or
 * 20 of a network address. A cancelled one counts until it would have expired, because otherwise holding and cancelling
 * in a loop would have no limit. Requests of one phone run one after the other here, so that simultaneous ones gain
 * nothing. Source: decisions.md, "Identity and access".
 */
export async function limitHolds(tx: Tx, by: { phone: string; networkAddress: string; now: Date }): Promise<void> {
  await oneByOne(tx, `hold ${by.phone}`)
  const ofPhone = await openHolds(tx, 'phone', by.phone, by.now)
  if (ofPhone > MAX_HOLDS_PER_PHONE) throw errors.TOO_MANY_HOLDS()
  await oneByOne(tx, `hold ${by.networkAddress}`)
  const ofAddress = await openHolds(tx, 'network_address', by.networkAddress, by.now)
  if (ofAddress > MAX_HOLDS_PER_ADDRESS) throw errors.TOO_MANY_HOLDS()
}

async function openHolds(tx: Tx, column: 'phone' | 'network_address', value: string, now: Date): Promise<number> {
  const cancelledSince = new Date(now.getTime() - HOLD_MINUTES * MINUTE_MS)
  const { count } = await tx
    .selectFrom('reservation')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(column, '=', value)
    // What a company holds for somebody must not keep them from booking.
    .where('source', '=', 'SITE')
    .where((of) =>
      of.or([
        of('status', '=', 'AWAITING_PAYMENT').and('hold_until', '>', now),
        of('status', '=', 'CANCELLED')
          .and('paid', '=', 0)
          .and('created_at', '>', cancelledSince)
          .and(of.not(of.exists(cancelledByOthers(of)))),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

function cancelledByOthers(of: ExpressionBuilder<DB, 'reservation'>) {
  return of
    .selectFrom('reservation_event')
    .select('reservation_event.id')
    .whereRef('reservation_event.reservation_id', '=', 'reservation.id')
    .where('reservation_event.status', '=', 'CANCELLED')
    .where('reservation_event.actor', '<>', 'CUSTOMER')
}
