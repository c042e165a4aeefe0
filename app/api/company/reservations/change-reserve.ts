import { sql } from 'kysely'
import { commissionRateOf } from '#app/api/books/commission-rate.ts'
import { post, repeatedKey } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { noteOpenRent } from '#app/api/company/protocols/open-rent.ts'
import { papersError } from '#app/api/company/protocols/papers.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { changeStatus } from '#app/api/reservations/status/change-status.ts'
import { endOpenPayments } from '#app/api/reservations/status/end-open-payments.ts'
import { earned, returnPrepayment } from '#app/api/reservations/status/refund.ts'
import { rejectReservation } from '#app/api/reservations/status/reject.ts'
import type { RESERVE_ACTIONS } from '#app/contract/company/reservations/reserves.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { gapOfVehicle } from '#app/db/prices/gap.ts'
import { currencyIn, type ReservationRow, releaseVehicles, zoneOf } from '#app/db/reservation.ts'
import { commissionOf } from '#app/rules/money/commission.ts'
import { NO_SHOW_AFTER_MS } from '#app/rules/reservation/operator-actions.ts'
import {
  mayChange,
  NO_SHOW,
  type ReservationActor,
  type ReservationStatus,
} from '#app/rules/reservation/reservation-status.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type ReserveAction = (typeof RESERVE_ACTIONS)[number]
type Acting = {
  reservation: ReservationRow
  actor: ReservationActor
  person: Person
  by: string
  reason: string | undefined
}

const LEADS_TO: Record<ReserveAction, ReservationStatus> = {
  confirm: 'CONFIRMED',
  reject: 'REJECTED',
  picked_up: 'ACTIVE',
  returned: 'COMPLETED',
  no_show: 'CANCELLED',
}

/**
 * The company's actions on a reservation, of which the customer is notified: it confirms, rejects with a reason
 * (everything is refunded), hands the vehicle over (not before the day of the pick-up), takes it back, which earns the
 * commission and requires a reason if rent is still to be collected, or reports a no-show. The same action sent twice
 * by one person gives the same answer. Throws STATUS_CONFLICT, also for a second colleague. Source: decisions.md,
 * "Renting".
 */
export const changeReserve = api.company.reservations.changeReserve.handler(({ input: { action, reason }, context }) =>
  actForCompany(context, { action, reason }),
)

/** The same for every call that acts on a reservation and holds its lock. */
export async function actForCompany(
  { deps, tx, person, reservation }: { deps: Deps; tx: Tx; person: Person; reservation: ReservationRow },
  { action, reason }: { action: ReserveAction; reason?: string | undefined },
) {
  const { id } = reservation
  const actor = actorOf(person)
  const status = LEADS_TO[action]
  if (reservation.status !== status) {
    if (!mayChange(reservation.status, status, actor))
      throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
    if (reason) await giveReason(tx, reason)
    await PERFORM[action](deps, tx, { reservation, actor, person, by: person.id, reason })
  } else if ((await lastActor(tx, id)) !== person.id) {
    throw errors.STATUS_CONFLICT({ data: { status } })
  }
  const { refunded } = await lockReservation(tx, id)
  return { id, status, refund: refunded, currency: currencyIn(reservation) }
}

const PERFORM: Record<ReserveAction, (deps: Deps, tx: Tx, acting: Acting) => Promise<void>> = {
  confirm,
  reject: (deps, tx, acting) => rejectReservation(deps, tx, { ...acting, at: deps.now() }),
  picked_up: handOver,
  returned: takeBack,
  no_show: noShow,
}

async function lastActor(tx: Tx, reservation: string): Promise<string | null> {
  const last = await tx
    .selectFrom('reservation_event')
    .select('account_id')
    .where('reservation_id', '=', reservation)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.account_id ?? null
}

/** A no-show: the vehicle is free again, and by the terms nothing of the prepayment is refunded. */
async function noShow(deps: Deps, tx: Tx, { reservation, actor, by }: Acting) {
  const { id, status, start_at, paid } = reservation
  const now = deps.now()
  if (status !== 'CONFIRMED' || now < new Date(start_at.getTime() + NO_SHOW_AFTER_MS))
    throw errors.STATUS_CONFLICT({ data: { status } })
  await changeStatus(tx, [reservation], { to: 'CANCELLED', actor, at: now, reason: NO_SHOW, by })
  await endWaitingChange(tx, id, { status: 'CANCELLED', at: now })
  await endOpenPayments(tx, { reservation: id }, { reason: NO_SHOW, at: now })
  await releaseVehicles(tx, [id])
  await returnPrepayment(deps, tx, reservation, { byTerms: 0, retained: paid, at: now })
  await notify(deps, tx, { kind: 'noShow', reservation: id })
}

async function confirm(deps: Deps, tx: Tx, { reservation, actor, by }: Acting) {
  await changeStatus(tx, [reservation], { to: 'CONFIRMED', actor, by, at: deps.now(), set: { confirm_by: null } })
  await notify(deps, tx, { kind: 'confirmed', reservation: reservation.id })
}

async function handOver(deps: Deps, tx: Tx, { reservation, actor, person, by, reason }: Acting) {
  const { id, ad_id, city_id, start_date, status } = reservation
  const now = deps.now()
  if (dateIn(await zoneOf(tx, { city_id }), now) < start_date) throw errors.STATUS_CONFLICT({ data: { status } })
  const papers = await papersError(tx, { ad: ad_id, person, reason, now })
  if (papers) throw invalidFields({ reason: [papers] })
  // More time may be asked for before and after.
  await endWaitingChange(tx, id, { status: 'CANCELLED', at: now, kind: 'CHANGE' })
  await changeStatus(tx, [reservation], { to: 'ACTIVE', actor, by, at: now })
  await notify(deps, tx, { kind: 'pickedUp', reservation: id })
}

async function takeBack(deps: Deps, tx: Tx, { reservation, actor, by, reason }: Acting) {
  const { id, ad_id } = reservation
  const now = deps.now()
  const commission_percent = await commissionRateOf(tx, reservation)
  await endWaitingChange(tx, id, { status: 'CANCELLED', at: now })
  await noteOpenRent(tx, reservation, { reason, by, at: now })
  await changeStatus(tx, [reservation], { to: 'COMPLETED', actor, by, at: now, set: { commission_percent } })
  // Returned early, it is free again after its gap.
  const free = sql<Date>`least(end_at, greatest(start_at + interval '1 minute',
    ${now}::timestamptz + make_interval(mins => ${await gapOfVehicle(tx, ad_id)})))`
  await tx.updateTable('busy').set({ end_at: free }).where('reservation_id', '=', id).execute()
  await earnCommission(tx, reservation, { percent: commission_percent, at: now })
  await notify(deps, tx, { kind: 'returned', reservation: id })
}

/**
 * The prepayment less the commission goes to the company's account; if it is lower, the company owes the difference.
 */
async function earnCommission(tx: Tx, reservation: ReservationRow, { percent, at }: { percent: number; at: Date }) {
  const { id, paid, company_id } = reservation
  const currency = currencyIn(reservation)
  const commission = commissionOf(reservation.lines, percent, currency)
  await post(tx, {
    key: await repeatedKey(tx, { reservation: id, what: 'commission' }),
    kind: 'COMMISSION',
    currency,
    at,
    reservation: id,
    entries: earned(company_id, paid, commission),
  })
}
