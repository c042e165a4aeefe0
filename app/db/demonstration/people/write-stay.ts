import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import { CONFIRM_WITHIN_HOURS, CURRENCY_IDS, HOLD_MINUTES, TIME_SLOTS } from '#app/rules/constants.ts'
import { cancellationDeadlines } from '#app/rules/money/cancellation.ts'
import { commissionOf } from '#app/rules/money/commission.ts'
import { billOf } from '#app/rules/money/price.ts'
import { agreedTerms } from '#app/rules/reservation/agreed-terms.ts'
import { END_NOTICE_DAYS, PART_GRACE_DAYS, splitParts } from '#app/rules/reservation/monthly/parts.ts'
import { CALLED_OFF, HOLDING } from '#app/rules/reservation/reservation-status.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HOUR_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf, localOf } from '#app/rules/time/rental-time.ts'
import { earnFromStay, payStay, refundStay } from './stay-money.ts'
import type { Stay } from './stays.ts'

export type Driver = {
  phone: string
  fullname: string
  national_id: string
  date_of_birth: string
  email?: string
  country?: string
  city?: string
  address?: string
  zip_code?: string
}
type Writing = { now: Date; driver: Driver; newId: () => string }

const DAY_MS = 24 * HOUR_MS
const USUAL_TIME = '10:00'

/** Writes one reservation as if it had been booked, paid and ended in the past. Writes nothing when no vehicle is free for it. */
export async function writeStay(tx: Kysely<DB>, stay: Stay, { now, driver, newId }: Writing): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const found = await findVehicle(tx, stay, now)
  if (!found) return
  const { vehicle, span } = found
  const id = newId()
  const { days, status } = stay
  const bill = billOf({
    days,
    prices: {
      tiers: vehicle,
      receive_place: 0,
      return_place: 0,
      child_seat: 0,
      extra_driver: 0,
      internet: 0,
      insurance: 0,
    },
    extras: { child_seat_count: 0, extra_driver: false, internet: false, supplemental_insurance: false },
    from: 'IRT',
    to: 'IRT',
    rate: 1,
    prepayment_percent: vehicle.prepayment_percent,
  })
  const { freeUntil, halfUntil } = cancellationDeadlines(span.start, {
    freeUntilHours: vehicle.free_until_hours,
    halfUntilHours: vehicle.half_until_hours,
  })
  const { phone, fullname, ...person } = driver
  const { email, national_id, date_of_birth, country, city, address, zip_code } = person
  const created = at(stay.bookedAt)
  const firstDue = dateIn(vehicle.zone, created)
  const parts = stay.monthly
    ? splitParts({ total: bill.total, days, start: span.startDate, currency: 'IRT', firstDue })
    : []
  const payable = parts[0]?.amount ?? bill.payable_now
  const paid = stay.paidBy === 'nobody' ? 0 : payable
  const refunded = stay.refund === 'full' ? paid : stay.refund === 'half' ? Math.ceil(paid / 2) : 0
  const events = stay.events.map(({ at: days, reason = null, ...event }) => ({
    reservation_id: id,
    at: at(days),
    reason,
    ...event,
  }))
  const paidAt = events[1]?.at
  const held = stay.quote ? stay.quote.days * DAY_MS : HOLD_MINUTES * MINUTE_MS
  const hold_until = status === 'AWAITING_PAYMENT' ? new Date(now.getTime() + held) : null
  await tx
    .insertInto('reservation')
    .values({
      id,
      status,
      phone,
      fullname,
      email,
      national_id,
      date_of_birth,
      country,
      city,
      address,
      zip_code,
      paid,
      refunded,
      created_at: created,
      ad_id: vehicle.id,
      company_id: vehicle.company_id,
      city_id: vehicle.city_id,
      language: 'fa',
      start_date: span.startDate,
      start_time: span.time,
      end_date: span.endDate,
      end_time: span.time,
      start_at: span.start,
      end_at: span.end,
      receive_place_id: vehicle.office,
      return_place_id: vehicle.office,
      currency_id: CURRENCY_IDS.IRT,
      days,
      lines: JSON.stringify(bill.lines),
      total: bill.total,
      // What staff booked is paid at the hand-over, without commission.
      payable_now: stay.source && !stay.quote ? 0 : payable,
      source: stay.source ?? 'SITE',
      trust: vehicle.trust,
      guarantee_amount: vehicle.guarantee_amount,
      free_until: freeUntil,
      half_until: halfUntil,
      terms: JSON.stringify(agreedTerms(vehicle, { from: 'IRT', to: 'IRT', rate: 1 })),
      hold_until,
      quote: stay.quote ? 'OPEN' : null,
      confirm_by:
        status === 'AWAITING_CONFIRMATION' && paidAt
          ? new Date(paidAt.getTime() + CONFIRM_WITHIN_HOURS * HOUR_MS)
          : null,
      network_address: '192.0.2.10',
      commission_percent: stay.source ? 0 : vehicle.commission_percent,
    })
    .execute()
  await tx
    .insertInto('busy')
    .values({
      ad_id: vehicle.id,
      kind: 'RESERVATION',
      status: !HOLDING.includes(status) ? BUSY.RELEASED : status === 'AWAITING_PAYMENT' ? BUSY.HELD : BUSY.FIRM,
      reservation_id: id,
      start_at: span.start,
      end_at: span.endWithGap,
      hold_until,
    })
    .execute()
  await tx.insertInto('reservation_event').values(events).execute()
  if (stay.quote && hold_until) {
    const terms = { pays: 'LINK', may_extras: true, may_places: true, may_times: true } as const
    await tx
      .insertInto('quote')
      .values({ reservation_id: id, ...terms, message: stay.quote.message, stands_until: hold_until })
      .execute()
  }
  if (parts.length > 0) {
    const plan = { reservation_id: id, grace_days: PART_GRACE_DAYS, notice_days: END_NOTICE_DAYS }
    await tx
      .insertInto('rental_plan')
      .values({ ...plan, payable_before: bill.payable_now, chosen_at: created })
      .execute()
    const rows = parts.map((part, index) => ({ ...part, id: newId(), position: index + 1 }))
    await tx
      .insertInto('rental_part')
      .values(rows.map((row) => ({ ...row, reservation_id: id, created_at: created })))
      .execute()
  }
  const money = { reservation: id, phone, company: vehicle.company_id, amount: paid, newId }
  if (paid > 0 && paidAt) await payStay(tx, { ...money, at: paidAt, usesWallet: stay.paidBy === 'wallet and bank' })
  const ended = events.find((event) => CALLED_OFF.includes(event.status))
  const returned = events.find((event) => event.status === 'COMPLETED')
  if (returned) {
    const commission = commissionOf(bill.lines, vehicle.commission_percent, 'IRT')
    await earnFromStay(tx, { ...money, at: returned.at, commission })
  }
  if (ended && stay.refund) {
    await refundStay(tx, { ...money, at: ended.at, refund: refunded, percent: vehicle.commission_percent })
  }
}

/** The best free vehicle of the requested company, or the one this many places further down. */
async function findVehicle(tx: Kysely<DB>, stay: Stay, now: Date) {
  const candidates = await tx
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('place', (join) =>
      join
        .onRef('place.company_id', '=', 'ad.company_id')
        .onRef('place.city_id', '=', 'ad.city_id')
        .on('place.kind', '=', 'OFFICE'),
    )
    .select(['ad.id', 'ad.company_id', 'ad.city_id', 'ad.trust', 'ad.guarantee_amount'])
    .select(['ad.mileage_per_day', 'ad.extra_km_price', 'ad.fuel_rule', 'company.charges'])
    .select(['ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30', 'city.zone'])
    .select(['place.id as office', 'place.opens_at', 'place.closes_at'])
    .select(['company.prepayment_percent', 'company.free_until_hours', 'company.half_until_hours'])
    .select(['company.turnaround_minutes', 'company.commission_percent'])
    .where('ad.status', '=', STATE_NUMBERS.OFFERED)
    .where('ad.category', '=', 2)
    .where('company.currency_id', '=', CURRENCY_IDS.IRT)
    .$if(stay.company === 'first', (query) => query.where('company.id', '=', 12))
    .$if(stay.company === 'by hand', (query) => query.where('company.confirmation', '=', 'BY_HAND'))
    .orderBy('ad.score', 'desc')
    .orderBy('ad.id')
    .execute()
  const first = stay.vehicle ?? 0
  for (const vehicle of [...candidates.slice(first), ...candidates.slice(0, first)]) {
    const time = stay.time === 'next' ? nextTime(vehicle, now) : USUAL_TIME
    const startDate = addDays(dateIn(vehicle.zone, now), stay.pickUp)
    const endDate = addDays(startDate, stay.days)
    const start = instantOf(startDate, time, vehicle.zone)
    const end = instantOf(endDate, time, vehicle.zone)
    const endWithGap = new Date(end.getTime() + vehicle.turnaround_minutes * MINUTE_MS)
    const inTheWay = await tx
      .selectFrom('busy')
      .select('id')
      .where('ad_id', '=', vehicle.id)
      .where('start_at', '<', endWithGap)
      .where('end_at', '>', start)
      .limit(1)
      .executeTakeFirst()
    if (!inTheWay) return { vehicle, span: { startDate, endDate, time, start, end, endWithGap } }
  }
  return undefined
}

/** The next half hour today at which the office is open, or its last one when it has closed already. */
function nextTime({ zone, opens_at, closes_at }: { zone: string; opens_at: string; closes_at: string }, now: Date) {
  const open = TIME_SLOTS.filter((slot) => slot >= opens_at && slot <= closes_at)
  const { time } = localOf(now, zone)
  return open.find((slot) => slot > time) ?? open.at(-1) ?? USUAL_TIME
}
