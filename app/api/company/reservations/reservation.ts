import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { commissionRateOf } from '#app/api/books/commission-rate.ts'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { hasOwnerRights } from '#app/api/company/managed-company.ts'
import { lateLines } from '#app/api/company/protocols/late-fee.ts'
import { openRentOf } from '#app/api/company/protocols/open-rent.ts'
import { pendingChange } from '#app/api/reservations/change/changeable.ts'
import { termsOfQuote } from '#app/api/reservations/quote/find-quote.ts'
import { shownOffer } from '#app/api/reservations/quote/shown-offer.ts'
import { readSeen, voucherAsSeen } from '#app/api/reservations/read/customer.ts'
import { asksDeposit } from '#app/api/reservations/read/read-own.ts'
import { recordsOf } from '#app/api/reservations/read/records/records.ts'
import { voucherOf } from '#app/api/reservations/read/voucher/voucher.ts'
import { eventsOf } from '#app/api/reservations/read/work-of-day.ts'
import type { DESK_ACTIONS, DeskReservation } from '#app/contract/company/reservations/reservations.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { TAKING } from '#app/db/prices/free.ts'
import { currencyIn, isHeldByStaff, type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { isDriver } from '#app/rules/access/company-role.ts'
import { commissionOf } from '#app/rules/money/commission.ts'
import { UNSUCCESSFUL } from '#app/rules/money/payment/payment-status.ts'
import { type ChargeLine, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import { ageBand, nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { dueBy } from '#app/rules/reservation/monthly/plan.ts'
import { NO_SHOW_AFTER_MS } from '#app/rules/reservation/operator-actions.ts'
import { isExtendable } from '#app/rules/reservation/reservation-change.ts'
import {
  CANCELLABLE,
  COMPANY_SIDE,
  SUCCESSFUL,
  UNDO_MINUTES,
  undoneStatus,
} from '#app/rules/reservation/reservation-status.ts'
import { bookingUndoneUntil } from '#app/rules/reservation/staff-booking.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { deskCheckIn } from './check-in/check-in.ts'
import { driverRecordOf } from './driver-record.ts'
import { isMovable } from './other-vehicle.ts'

type DeskAction = (typeof DESK_ACTIONS)[number]

/** A reservation for its company's staff, with everything that they need to serve the customer. */
export const read = api.company.reservations.read.handler(async ({ context }) => {
  const { deps, language, person, reservation: row } = context
  const { db } = deps
  const now = deps.now()
  const { id, ad_id } = row
  const [
    voucher,
    ad,
    deposit,
    payments,
    events,
    notes,
    trips,
    neighbours,
    percent,
    records,
    late,
    open,
    seen,
    booker,
    draft,
    pending,
    offer,
    checkIn,
    driverRecord,
  ] = await Promise.all([
    voucherOf(deps, row, language),
    db.selectFrom('ad').select('plate').where('id', '=', ad_id).executeTakeFirstOrThrow(),
    db.selectFrom('deposit_image').select('uploaded_at').where('reservation_id', '=', id).executeTakeFirst(),
    paymentRows(db).where('payment.reservation_id', '=', id).orderBy('payment.created_at', 'desc').execute(),
    eventsOf(db, id),
    notesOf(db, id),
    tripsOf(db, row),
    neighboursOf(db, row, now),
    commissionRateOf(db, row),
    recordsOf(db, row, { isCustomer: false, now }),
    lateLines(db, row, now),
    openRentOf(db, id),
    readSeen(db, { id, person, now }),
    db.selectFrom('account').select('fullname').where('id', '=', row.booked_by).executeTakeFirst(),
    chargeDraftOf(db, id),
    pendingChange(db, id, now),
    row.quote === null ? null : termsOfQuote(db, id).then((quote) => shownOffer(db, { reservation: row, quote }, now)),
    deskCheckIn(db, row, { person, now }),
    driverRecordOf(db, row, { person, now }),
  ])
  const currency = currencyIn(row)
  const commission = commissionOf(row.lines, percent, currency)
  const seesMoney = hasOwnerRights(person)
  const isKnown = seen !== 'FIRST_NAME'
  const waits = isHeldByStaff(row, now)
  const due_at_desk = waits ? row.total : voucher.due_at_desk
  if (isKnown) await noteReading(context, { subject: 'reservation', key: id, call: 'GET /desk/reservations/{id}/' })
  return {
    ...voucherAsSeen(voucher, { seen, person, national_id: row.national_id }),
    seen,
    age_band: ageBand(row.date_of_birth, row.start_date),
    language: row.language,
    plate: ad.plate,
    source: row.source,
    booked_by: booker?.fullname ?? null,
    price_reason: row.price_reason,
    price_note: row.price_note,
    pay_path: waits && !isDriver(person) ? `/${row.quote === 'OPEN' ? 'quote' : 'voucher'}/${id}` : null,
    offer,
    due_at_desk,
    due_now: dueNow(voucher, due_at_desk, now),
    deposit: {
      requested: asksDeposit(row, voucher.deposit_facts.way),
      uploaded_at: deposit?.uploaded_at.toISOString() ?? null,
    },
    payments: payments.map(paymentCard),
    events: events.map(({ at, account_id: _, from, to, by, ...event }) => {
      const moved = from && to ? { from, to } : null
      return { ...event, by: event.actor === 'CUSTOMER' && !isKnown ? null : by, at: at.toISOString(), moved }
    }),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
    trips_before: trips,
    ...neighbours,
    ...(isDriver(person) && { next: null }),
    earnings: seesMoney ? { commission_percent: percent, commission, share: row.total - commission } : null,
    protocols: records.protocols,
    proposals: records.proposals,
    deposit_free: records.deposit_free,
    charge_draft: isDriver(person) ? null : draft,
    late_fee: lateFee(late, { records, person }),
    open_rent: open,
    takes_rent: due_at_desk > 0 && (waits || SUCCESSFUL.includes(row.status)),
    extendable: !isDriver(person) && !pending && isExtendable(row),
    extension_asked: !isDriver(person) && pending?.status === 'ASKED',
    driver_record: driverRecord,
    check_in: checkIn,
    movable: !isDriver(person) && isMovable(row, now),
    actions: actionsOf(row, { now, zone: voucher.city.zone, person }),
    undo_booking_until: isDriver(person)
      ? null
      : (bookingUndoneUntil({
          ...row,
          hasMoney:
            row.paid > 0 ||
            voucher.received_at_desk > 0 ||
            payments.some(({ status }) => !UNSUCCESSFUL.some((end) => end === status)),
          now,
        })?.toISOString() ?? null),
    undo: undoOf(row, events, now),
  } satisfies z.infer<typeof DeskReservation>
})

/** Of monthly parts, those whose day has come. */
function dueNow({ monthly, city }: Awaited<ReturnType<typeof voucherOf>>, due: number, now: Date): number {
  return monthly?.chosen ? Math.min(due, dueBy(monthly.parts, dateIn(city.zone, now))) : due
}

async function chargeDraftOf(db: Kysely<DB>, reservation: string) {
  const row = await db
    .selectFrom('charge_draft')
    .select(['what', 'amount', 'reason', 'photo_id as photo'])
    .where('reservation_id', '=', reservation)
    .executeTakeFirst()
  return row ?? null
}

function lateFee(
  lines: readonly ChargeLine[],
  { records, person }: { records: Awaited<ReturnType<typeof recordsOf>>; person: Person },
): number | null {
  const isRequested = records.proposals.some(({ kind, status }) => kind === 'LATE' && status !== 'WITHDRAWN')
  return lines.length === 0 || isRequested || isDriver(person) ? null : sumOf(lines)
}

/** What the caller can do now. */
function actionsOf(
  row: ReservationRow,
  { now, zone, person }: { now: Date; zone: string; person: Person },
): DeskAction[] {
  const status = statusAt(row, now)
  const isDue = status === 'CONFIRMED' && dateIn(zone, now) >= row.start_date
  const isLost = status === 'CONFIRMED' && now.getTime() >= row.start_at.getTime() + NO_SHOW_AFTER_MS
  const forAll: DeskAction[] = [
    ...(isDue ? ['hand_over' as const] : []),
    ...(status === 'ACTIVE' ? ['take_back' as const] : []),
  ]
  if (isDriver(person)) return forAll
  return [
    ...(status === 'AWAITING_CONFIRMATION' ? (['confirm', 'reject'] as const) : []),
    ...forAll,
    ...(isLost ? ['no_show' as const] : []),
    ...((status === 'CONFIRMED' && CANCELLABLE.includes(status) && now < row.start_at) ||
    (isHeldByStaff(row, now) && row.quote !== 'OPEN')
      ? ['cancel' as const]
      : []),
  ]
}

type EventRow = Awaited<ReturnType<typeof eventsOf>>[number]

/** The last change and until when it can be undone; null if it cannot. */
export function undoOf(row: Pick<ReservationRow, 'status'>, events: readonly EventRow[], now: Date) {
  const last = events.at(-1)
  if (!last || last.status !== row.status || !COMPANY_SIDE.includes(last.actor)) return null
  const until = new Date(last.at.getTime() + UNDO_MINUTES * MINUTE_MS)
  if (!undoneStatus(last) || now >= until || last.reason === UNDONE) return null
  return { status: last.status, until: until.toISOString() }
}

/** The reason in the event of an undo. */
export const UNDONE = 'undone'

function notesOf(db: Kysely<DB>, reservation: string) {
  return db
    .selectFrom('reservation_note as note')
    .leftJoin('account', 'account.id', 'note.account_id')
    .select(['note.id', 'note.body', 'note.at', 'account.fullname as by'])
    .where('note.reservation_id', '=', reservation)
    .orderBy('note.id')
    .execute()
}

async function tripsOf(db: Kysely<DB>, { id, phone, company_id }: ReservationRow): Promise<number> {
  const { n } = await db
    .selectFrom('reservation')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('phone', '=', phone)
    .where('company_id', '=', company_id)
    .where('status', '=', 'COMPLETED')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return n
}

/** When the vehicle is free before the rental, and its next reservation. */
async function neighboursOf(db: Kysely<DB>, { id, ad_id, start_at, end_at }: ReservationRow, now: Date) {
  const busy = db
    .selectFrom('busy')
    .leftJoin('reservation', 'reservation.id', 'busy.reservation_id')
    .where('busy.ad_id', '=', ad_id)
    .where('busy.status', 'in', TAKING)
    .where(sql<boolean>`busy.reservation_id is distinct from ${id}`)
  const [before, after] = await Promise.all([
    busy
      .select('busy.end_at')
      .where('busy.end_at', '<=', start_at)
      .orderBy('busy.end_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    busy
      .select(['busy.start_at', 'reservation.id', 'reservation.fullname', 'reservation.status', 'reservation.end_at'])
      .where('busy.start_at', '>=', end_at)
      .orderBy('busy.start_at')
      .limit(1)
      .executeTakeFirst(),
  ])
  const { id: next, fullname, status, end_at: ends } = after ?? {}
  const mayMove = next && fullname && status && ends && isMovable({ status, end_at: ends }, now)
  return {
    before: before?.end_at.toISOString() ?? null,
    after: after?.start_at.toISOString() ?? null,
    next: mayMove ? { id: next, fullname: nameForCompany({ fullname, status }) } : null,
  }
}
