import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, RentalPart, RentalPlan } from '#app/db/connection/schema.ts'
import { deskMoneyOf, RENT_AT_DESK, receivedOf } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { zoneOf } from '#app/db/reservation.ts'
import { type Coverage, coveredParts } from '#app/rules/reservation/monthly/plan.ts'
import { localOf } from '#app/rules/time/rental-time.ts'

export type PlanRow = Selectable<RentalPlan>
export type PartRow = Selectable<RentalPart>
/** A part with what is left to pay of it. */
export type CoveredPart = PartRow & Coverage

/** The plan of a reservation that is paid in monthly parts, with the parts that hold, in order; null for all others. */
export type MonthlyPlan = {
  plan: PlanRow
  parts: CoveredPart[]
  received: number
  today: string
  /** The time of day where the rental happens: `HH:MM`. */
  time: string
}

/** Reads the plan of a reservation; `received` is all rent that came in, online and at the desk, in the minor unit. */
export async function readPlan(
  db: Kysely<DB>,
  reservation: Pick<ReservationRow, 'id' | 'paid' | 'city_id'>,
  now: Date,
): Promise<MonthlyPlan | null> {
  const plan = await db
    .selectFrom('rental_plan')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .executeTakeFirst()
  if (!plan) return null
  const [parts, received, zone] = await Promise.all([
    partsOf(db, reservation.id),
    rentReceived(db, reservation),
    zoneOf(db, reservation),
  ])
  const { date: today, time } = localOf(now, zone)
  return { plan, parts: coveredParts(parts, { received, today }), received, today, time }
}

/** The parts that hold, in order. */
export function partsOf(db: Kysely<DB>, reservation: string): Promise<PartRow[]> {
  return db
    .selectFrom('rental_part')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('dropped_at', 'is', null)
    .orderBy('position')
    .execute()
}

/** All rent of a reservation that came in, online and at the desk, in the minor unit. */
export async function rentReceived(db: Kysely<DB>, { id, paid }: Pick<ReservationRow, 'id' | 'paid'>): Promise<number> {
  return paid + receivedOf(await deskMoneyOf(db, id))
}

const RECEIVED = sql<number>`(reservation.paid + ${RENT_AT_DESK})`

/** What is left to pay of `part`, as `coveredParts` has it: money covers the earliest part first. */
export const LEFT_OF_PART = sql<number>`least(part.amount, greatest(0, (select sum(earlier.amount) from rental_part earlier
    where earlier.reservation_id = part.reservation_id and earlier.dropped_at is null
    and earlier.position <= part.position) - ${RECEIVED}))::bigint`

/** Whether `part` is the one that is paid next. */
export const IS_NEXT_PART = sql<boolean>`not exists (select from rental_part before
    where before.reservation_id = part.reservation_id and before.dropped_at is null and before.position < part.position
    and (select sum(earlier.amount) from rental_part earlier where earlier.reservation_id = part.reservation_id
      and earlier.dropped_at is null and earlier.position <= before.position) > ${RECEIVED} and before.amount > 0)`

/** A query for the parts that are still to be paid of rentals to come and under way, with `reservation` and its `city`. */
export function openParts(db: Kysely<DB>) {
  return db
    .selectFrom('rental_part as part')
    .innerJoin('reservation', 'reservation.id', 'part.reservation_id')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .where('part.dropped_at', 'is', null)
    .where('reservation.status', 'in', ['CONFIRMED', 'ACTIVE'])
    .where(sql<boolean>`${LEFT_OF_PART} > 0`)
}

/** What is due of a plan by the hand-over, in the minor unit, in SQL; null for a `reservation` without one. */
export const DUE_AT_HAND_OVER = sql<number | null>`(select sum(${LEFT_OF_PART})::bigint from rental_part part
    where part.reservation_id = reservation.id and part.dropped_at is null
    and part.due_on <= reservation.start_date)`

/** Whether a reservation has a plan, in SQL. */
export const HAS_PLAN = sql<boolean>`exists (select from rental_plan plan where plan.reservation_id = reservation.id)`

/** Whether a part of `reservation` is late, in SQL that knows the present instant. */
export const hasLatePart = (now: Date) => sql<boolean>`exists (select from rental_part part
    join city place on place.id = reservation.city_id
    where part.reservation_id = reservation.id and part.dropped_at is null
    and part.due_on < (${now}::timestamptz at time zone place.zone)::date and ${LEFT_OF_PART} > 0)`
