import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readSeen } from '#app/api/reservations/read/customer.ts'
import type { DriverRecord } from '#app/contract/company/reservations/driver-record.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { isDriver } from '#app/rules/access/company-role.ts'
import { isDriverRecordable } from '#app/rules/reservation/driver-record.ts'
import { BINDING, HANDED_OVER } from '#app/rules/reservation/reservation-status.ts'

type Asking = { person: Person; now: Date }

/** Keeps how a completed rental went with its driver. Throws STATUS_CONFLICT before the return and 30 days after it. */
export const recordDriver = api.company.reservations.recordDriver.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { id: _, ...facts } = input
  const now = deps.now()
  const status = statusAt(reservation, now)
  if (!isDriverRecordable({ status, end_at: reservation.end_at }, now))
    throw errors.STATUS_CONFLICT({ data: { status } })
  const kept = { ...facts, recorded_at: now, recorded_by: person.id }
  await tx
    .insertInto('driver_record')
    .values({ reservation_id: reservation.id, ...kept })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(kept))
    .execute()
  return driverRecordOf(tx, reservation, { person, now })
})

/**
 * What the company knows of how rentals with a reservation's driver went. Records of others are shown while it is to come or under way, and
 * only to whom the person is shown.
 */
export async function driverRecordOf(
  db: Kysely<DB>,
  row: ReservationRow,
  { person, now }: Asking,
): Promise<z.infer<typeof DriverRecord>> {
  if (isDriver(person)) return { own: null, recordable: false, others: null }
  const status = statusAt(row, now)
  const sees = BINDING.includes(status) && (await readSeen(db, { id: row.id, person, now })) !== 'FIRST_NAME'
  // A booking that staff enter is confirmed at once: until the hand-over it shows nothing that its customer has not agreed to.
  const isKnown = row.source === 'SITE' || HANDED_OVER.includes(status)
  const [own, others] = await Promise.all([
    db
      .selectFrom('driver_record')
      .select(['on_time', 'clean', 'undamaged', 'paid'])
      .where('reservation_id', '=', row.id)
      .executeTakeFirst(),
    sees && isKnown ? recordsOfOtherRentals(db, row) : null,
  ])
  return {
    own: own ?? null,
    recordable: isDriverRecordable({ status, end_at: row.end_at }, now),
    others: others && others.rentals > 0 ? others : null,
  }
}

/** Of the person of a reservation, who is known by phone and identity number. */
async function recordsOfOtherRentals(db: Kysely<DB>, { id, phone, national_id }: ReservationRow) {
  const count = (name: 'on_time' | 'clean' | 'undamaged' | 'paid') =>
    sql<number>`(count(*) filter (where ${sql.ref(`driver_record.${name}`)}))::int`.as(name)
  return db
    .selectFrom('driver_record')
    .innerJoin('reservation', 'reservation.id', 'driver_record.reservation_id')
    .select(sql<number>`count(*)::int`.as('rentals'))
    .select([count('on_time'), count('clean'), count('undamaged'), count('paid')])
    .where('phone', '=', phone)
    .where('national_id', '=', national_id)
    .where(sql<boolean>`length(national_id) > 1`)
    .where('reservation.id', '<>', id)
    .executeTakeFirstOrThrow()
}
