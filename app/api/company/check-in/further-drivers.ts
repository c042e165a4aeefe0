import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { FurtherDriverFields } from '#app/contract/reservations/further-drivers.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type FurtherDriverRow, furtherDriversOf } from '#app/db/further-driver.ts'
import { numberOf, type ReservationRow, zoneOf } from '#app/db/reservation.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { furtherDriverErrors, roomForDrivers } from '#app/rules/reservation/check-in/further-drivers.ts'
import type { LicenceSide } from '#app/rules/reservation/check-in/licence.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { guardCheckIn } from './check-in.ts'
import { shownCheckIn } from './shown.ts'

const COLUMNS = { FRONT: 'front_key', BACK: 'back_key' } as const

/** Names a further driver, as a draft until both sides of the licence are there. Throws INVALID_FIELDS, STATUS_CONFLICT. */
export const addDriver = api.reservations.drivers.add.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const now = deps.now()
  guardCheckIn(reservation, now)
  const driver = await insertDriver(tx, reservation, { ...input, side: 'CUSTOMER', now })
  return { ...(await shownCheckIn({ ...deps, db: tx }, reservation, now)), driver }
})

/**
 * Keeps the picture of one side of a further driver's licence; with the second one it is sent to the company. Throws NOT_FOUND,
 * INVALID_FIELDS for what is no picture, STATUS_CONFLICT once the licence is confirmed or the vehicle handed over.
 */
export const addDriverPicture = api.reservations.drivers.addPicture.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const { db, files } = deps
  const now = deps.now()
  guardCheckIn(reservation, now)
  await driverOf(db, reservation.id, input.driver)
  const column = COLUMNS[input.side]
  const { body } = await readPicture(input.image, 'image', reencodePicture)
  const key = `licences/driver-${publicId()}.jpg`
  await files.put(key, body)
  return inTransaction(db, async (tx) => {
    const row = await lockReservation(tx, reservation.id)
    guardCheckIn(row, now)
    const driver = await driverOf(tx, row.id, input.driver)
    if (driver.state === 'CONFIRMED') throw errors.STATUS_CONFLICT({ data: { status: row.status } })
    const isWhole = Boolean(column === 'front_key' ? driver.back_key : driver.front_key)
    await tx
      .updateTable('further_driver')
      .set({
        [column]: key,
        ...(isWhole && { state: 'SENT', sent_at: now, reason: null, decided_at: null, decided_by: null }),
      })
      .where('id', '=', driver.id)
      .execute()
    const former = driver[column]
    if (former) await removeAfterCommit(deps, tx, [former])
    return shownCheckIn({ ...deps, db: tx }, row, now)
  }).catch(async (error: unknown) => {
    // Without a row the file would never be found.
    await files.remove(key)
    throw error
  })
})

/** A side of a further driver's licence that one sent oneself. Throws NOT_FOUND. */
export const driverPicture = api.reservations.drivers.picture.handler(
  async ({ input, context: { deps, reservation } }) =>
    pictureOfDriver(deps, reservation, {
      side: input.side,
      driver: await driverOf(deps.db, reservation.id, input.driver),
    }),
)

/** Takes a further driver back, with the pictures; twice is once. Throws STATUS_CONFLICT from the hand-over on. */
export const removeDriver = api.reservations.drivers.remove.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, reservation.id)
    guardCheckIn(row, now)
    const keys = await deleteDriver(tx, row.id, input.driver)
    await removeAfterCommit(deps, tx, keys)
    return shownCheckIn({ ...deps, db: tx }, row, now)
  })
})

type Naming = z.infer<typeof FurtherDriverFields> & { side: 'CUSTOMER' | 'COMPANY'; now: Date; by?: string }

/**
 * Names a driver of a reservation, which is locked; staff have seen the licence itself. The same person again is the one that is there.
 * Returns the id. Throws INVALID_FIELDS by the rules of the main driver, and for one too many.
 */
export async function insertDriver(tx: Tx, row: ReservationRow, naming: Naming): Promise<string> {
  const { fullname, date_of_birth, number, valid_until, side, now, by = null } = naming
  const named = await furtherDriversOf(tx, [row.id])
  const same = named.find(
    (one) => one.fullname === fullname && one.number === number && one.valid_until === valid_until,
  )
  if (same) return same.id
  const ad = await tx.selectFrom('ad').select('min_driver_age').where('id', '=', row.ad_id).executeTakeFirstOrThrow()
  const zone = await zoneOf(tx, row)
  const fieldErrors: Record<string, string[]> = furtherDriverErrors(
    { date_of_birth, valid_until },
    { today: dateIn(zone, now), pickUp: row.start_date, endDate: row.end_date, minimumAge: ad.min_driver_age },
  )
  if (roomForDrivers(side, { named: named.length, isBooked: row.extra_driver }) === 0)
    fieldErrors.fullname = ['too_many_drivers']
  if (Object.keys(fieldErrors).length > 0)
    throw invalidFields(fieldErrors, { date_of_birth: { age: ad.min_driver_age } })
  const id = publicId()
  const decided =
    side === 'COMPANY'
      ? ({ state: 'CONFIRMED', decided_at: now, decided_by: by } as const)
      : ({ state: 'DRAFT' } as const)
  await tx
    .insertInto('further_driver')
    .values({
      ...{ id, reservation_id: row.id, fullname, date_of_birth, number, valid_until, added_by: side, added_at: now },
      ...decided,
    })
    .execute()
  return id
}

/** A further driver of a reservation. Throws NOT_FOUND. */
export async function driverOf(db: Kysely<DB>, reservation: string, id: string): Promise<FurtherDriverRow> {
  const driver = (await furtherDriversOf(db, [reservation])).find((one) => one.id === id)
  if (!driver) throw errors.NOT_FOUND()
  return driver
}

/** Deletes a further driver; returns the files to remove, none where there is no such driver. */
export async function deleteDriver(tx: Tx, reservation: string, id: string): Promise<string[]> {
  const gone = await tx
    .deleteFrom('further_driver')
    .where('reservation_id', '=', reservation)
    .where('id', '=', id)
    .returning(['front_key', 'back_key'])
    .execute()
  return keysOf(gone)
}

/** Deletes what is personal of the further drivers' licences, of unconfirmed ones all; returns the files to remove. */
export async function forgetDrivers(tx: Tx, reservation: string): Promise<string[]> {
  const drivers = await tx
    .selectFrom('further_driver')
    .select(['front_key', 'back_key'])
    .where('reservation_id', '=', reservation)
    .execute()
  await tx
    .deleteFrom('further_driver')
    .where('reservation_id', '=', reservation)
    .where('state', '<>', 'CONFIRMED')
    .execute()
  await tx
    .updateTable('further_driver')
    .set({ front_key: null, back_key: null, number: null, date_of_birth: null })
    .where('reservation_id', '=', reservation)
    .execute()
  return keysOf(drivers)
}

/** The picture of one side. Throws NOT_FOUND without it. */
export async function pictureOfDriver(
  deps: Pick<Deps, 'files'>,
  reservation: ReservationRow,
  { side, driver }: { side: LicenceSide; driver: FurtherDriverRow },
): Promise<File> {
  const key = driver[COLUMNS[side]]
  if (!key) throw errors.NOT_FOUND()
  const name = `${numberOf(reservation)}-driver-${side.toLowerCase()}.jpg`
  return readFile(deps, { file_key: key, name, type: 'image/jpeg' })
}

const keysOf = (rows: readonly { front_key: string | null; back_key: string | null }[]) =>
  rows.flatMap(({ front_key, back_key }) => [front_key, back_key]).filter((key) => key !== null)
