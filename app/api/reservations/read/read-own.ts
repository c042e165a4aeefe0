import type { Kysely } from 'kysely'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api } from '#app/api/call/context.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import {
  askableUntil,
  type ChangeRow,
  changeableUntil,
  waitingChange,
} from '#app/api/reservations/change/changeable.ts'
import { readSeen, voucherAsSeen } from '#app/api/reservations/read/customer.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { PICTURED_GUARANTEES } from '#app/rules/constants.ts'
import { TIERS, tierOf } from '#app/rules/money/price.ts'
import type { DepositWay } from '#app/rules/reservation/protocol.ts'
import { roleFor } from './own.ts'
import { voucherOf } from './voucher/voucher.ts'

type Reading = Pick<ApiContext, 'deps' | 'requestId'> & { person: Person; reservation: ReservationRow }
type Shown = Awaited<ReturnType<typeof voucherOf>>

/** Everything about a reservation, for its owner, the company's staff and operators; 404 for everybody else (§7). */
export const read = api.reservations.read.handler(async ({ context }) => {
  const { deps, language, reservation } = context
  const { db } = deps
  const now = deps.now()
  const [voucher, payments, deposit, rating, change] = await Promise.all([
    voucherOf(deps, reservation, language),
    paymentRows(db)
      .where('payment.reservation_id', '=', reservation.id)
      .orderBy('payment.created_at', 'desc')
      .orderBy('payment.number', 'desc')
      .execute(),
    readDeposit(db, reservation.id),
    db.selectFrom('ad_rating').select('score').where('reservation_id', '=', reservation.id).executeTakeFirst(),
    waitingChange(db, reservation.id, now),
  ])
  return {
    ...(await asRead(context, voucher)),
    package: packageOf(reservation.days),
    insurance: reservation.supplemental_insurance,
    payments: payments.map(paymentCard),
    deposit: {
      requested: asksDeposit(reservation, voucher.deposit_facts.way),
      uploaded_at: deposit?.uploaded_at.toISOString() ?? null,
    },
    may_rate: reservation.status === 'COMPLETED' && !rating,
    score: rating?.score ?? null,
    changeable_until: change ? null : (changeableUntil(reservation, now)?.toISOString() ?? null),
    change: change ? shownChange(change) : null,
    extendable_until: change ? null : (askableUntil(reservation, now)?.toISOString() ?? null),
  }
})

/** The voucher as its reader sees it: a customer their own, staff and operators with a note in the log. */
async function asRead(context: Reading, voucher: Shown): Promise<Shown> {
  const { deps, person, reservation } = context
  const { id, national_id } = reservation
  const role = roleFor(reservation, person)
  if (role !== 'COMPANY' && role !== 'OPERATOR') return voucher
  const seen = await readSeen(deps.db, { id, person, now: deps.now() })
  if (seen !== 'FIRST_NAME')
    await noteReading(context, { subject: 'reservation', key: id, call: 'GET /business/rent/reserve/{id}/' })
  return role === 'COMPANY' ? voucherAsSeen(voucher, { seen, person, national_id }) : voucher
}

/** Whether a picture of the guarantee is requested (decisions.md, "Renting"); not of a deposit that was paid online. */
export function asksDeposit({ trust }: Pick<ReservationRow, 'trust'>, way: DepositWay | null = null): boolean {
  return way !== 'ONLINE' && PICTURED_GUARANTEES.some((type) => type === trust)
}

function readDeposit(db: Kysely<DB>, reservation: string) {
  return db
    .selectFrom('deposit_image')
    .select('uploaded_at')
    .where('reservation_id', '=', reservation)
    .executeTakeFirst()
}

function packageOf(days: number) {
  const at = TIERS.findIndex(({ tier }) => tier === tierOf(days))
  const next = TIERS[at + 1]
  return { from_days: TIERS[at]?.fromDays ?? 1, to_days: next ? next.fromDays - 1 : null }
}

function shownChange(change: ChangeRow) {
  const { id, kind, difference, lines, total, payable_now, wanted } = change
  const { start_date, start_time, end_date, end_time } = wanted
  const time = { start_date, start_time, end_date, end_time }
  return {
    id,
    // An early end applies at once, so it never waits.
    kind: kind === 'EXTENSION' ? kind : ('CHANGE' as const),
    difference,
    lines,
    total,
    payable_now,
    ...time,
    hold_until: (change.hold_until ?? change.created_at).toISOString(),
  }
}
