import { sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { lockOwn } from '#app/api/reservations/read/own.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { currencyIn, type ReservationRow } from '#app/api/reservations/read/record.ts'
import { changeStatus } from '#app/api/reservations/status/change-status.ts'
import { rejectReservation } from '#app/api/reservations/status/reject.ts'
import { notifyCustomer } from '#app/api/work/messages.ts'
import { commissionOf } from '#app/rules/commission.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { mayChange, type ReservationActor, type ReservationStatus } from '#app/rules/reservation-status.ts'
import { api, type Deps, type Tx } from '../context.ts'
import { post } from '../ledger.ts'
import { inTransaction } from '../transaction.ts'

type AgencyAction = 'confirm' | 'reject' | 'picked_up' | 'returned'
type Acting = { reservation: ReservationRow; actor: ReservationActor; reason: string | undefined }

const LEADS_TO: Record<AgencyAction, ReservationStatus> = {
  confirm: 'CONFIRMED',
  reject: 'REJECTED',
  picked_up: 'ACTIVE',
  returned: 'COMPLETED',
}

/**
 * The company's actions on a reservation, of which the customer is notified: it confirms, rejects with a reason (all is given
 * back), hands the vehicle over (not before the day of the pick-up) and takes it back, which earns the commission. The
 * same action sent twice answers the same. Throws STATUS_CONFLICT. Source: decisions.md, "Renting".
 */
export const changeReserve = api.agency.changeReserve.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, action, reason } = input
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockOwn(tx, id, context)
    const actor = person.role === 'ADMIN' ? 'OPERATOR' : 'COMPANY'
    const status = LEADS_TO[action]
    if (reservation.status !== status) {
      if (!mayChange(reservation.status, status, actor))
        throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
      await AGENCY_ACTIONS[action](deps, tx, { reservation, actor, reason })
    }
    const { refunded } = await lockReservation(tx, id)
    return { id, status, refund: refunded, currency: currencyIn(reservation) }
  })
})

const AGENCY_ACTIONS: Record<AgencyAction, (deps: Deps, tx: Tx, acting: Acting) => Promise<void>> = {
  confirm,
  reject: (deps, tx, acting) => rejectReservation(deps, tx, { ...acting, at: deps.now() }),
  picked_up: handOver,
  returned: takeBack,
}

async function confirm(deps: Deps, tx: Tx, { reservation, actor }: Acting) {
  await changeStatus(tx, [reservation], { to: 'CONFIRMED', actor, at: deps.now(), set: { confirm_by: null } })
  await notifyCustomer(deps, tx, { reservation: reservation.id, notice: 'confirmed' })
}

async function handOver(deps: Deps, tx: Tx, { reservation, actor }: Acting) {
  const { id, city_id, start_date, status } = reservation
  const now = deps.now()
  const { zone } = await tx.selectFrom('city').select('zone').where('id', '=', city_id).executeTakeFirstOrThrow()
  if (dateIn(zone, now) < start_date) throw errors.STATUS_CONFLICT({ data: { status } })
  await endWaitingChange(tx, id, 'CANCELLED')
  await changeStatus(tx, [reservation], { to: 'ACTIVE', actor, at: now })
  await notifyCustomer(deps, tx, { reservation: id, notice: 'picked_up' })
}

async function takeBack(deps: Deps, tx: Tx, { reservation, actor }: Acting) {
  const { id, company_id } = reservation
  const now = deps.now()
  const { commission_percent, turnaround_minutes } = await tx
    .selectFrom('company')
    .select(['commission_percent', 'turnaround_minutes'])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  await changeStatus(tx, [reservation], { to: 'COMPLETED', actor, at: now, set: { commission_percent } })
  // Back before its time, it is free again after the company's gap.
  const free = sql<Date>`least(end_at, greatest(start_at + interval '1 minute',
    ${now}::timestamptz + make_interval(mins => ${turnaround_minutes})))`
  await tx.updateTable('busy').set({ end_at: free }).where('reservation_id', '=', id).execute()
  await earnCommission(tx, reservation, { percent: commission_percent, at: now })
  await notifyCustomer(deps, tx, { reservation: id, notice: 'returned' })
}

/** What was prepaid goes to the company's account but for the commission; where it is less, the company owes the rest. */
async function earnCommission(tx: Tx, reservation: ReservationRow, { percent, at }: { percent: number; at: Date }) {
  const { id, company_id, paid, lines } = reservation
  const currency = currencyIn(reservation)
  const commission = commissionOf(lines, percent, currency)
  await post(tx, {
    key: `commission ${id}`,
    kind: 'COMMISSION',
    currency,
    at,
    reservation: id,
    entries: [
      { kind: 'PREPAYMENT', owner: company_id, amount: -paid },
      { kind: 'COMPANY', owner: company_id, amount: paid - commission },
      { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
    ],
  })
}
