import type { Kysely } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { contractsOf, makeContract } from '#app/api/company/contracts/contract-state.ts'
import { doing } from '#app/api/company/contracts/contracts.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf, type ReservationRow, statusAt, zoneOf } from '#app/db/reservation.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { type LicenceSide, validityError } from '#app/rules/reservation/check-in/licence.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { guardCheckIn } from './check-in.ts'
import { forgetDrivers } from './further-drivers.ts'
import { readinessOfOne } from './readiness.ts'
import { mayRemove, shownCheckIn } from './shown.ts'

const COLUMNS = { FRONT: 'front_key', BACK: 'back_key' } as const

/**
 * Keeps the picture of one side, encoded again, in place of an earlier one; the licence is a draft until it is sent (again). Throws
 * INVALID_FIELDS for what is no picture, STATUS_CONFLICT once the licence is confirmed or the vehicle handed over.
 */
export const addPicture = api.reservations.checkIn.addPicture.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const { db, files } = deps
  const now = deps.now()
  guardCheckIn(reservation, now)
  const column = COLUMNS[input.side]
  const { body } = await readPicture(input.image, 'image', reencodePicture)
  const key = licenceKey(publicId())
  await files.put(key, body)
  return inTransaction(db, async (tx) => {
    const row = await lockReservation(tx, reservation.id)
    await guardLicence(tx, row, now)
    const kept = await licenceOf(tx, row.id)
    await tx
      .insertInto('licence_check')
      .values({ reservation_id: row.id, state: 'DRAFT', [column]: key })
      .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet({ state: 'DRAFT', [column]: key }))
      .execute()
    const former = kept?.[column]
    if (former) await removeAfterCommit(deps, tx, [former])
    return shownCheckIn({ ...deps, db: tx }, row, now)
  }).catch(async (error: unknown) => {
    // Without a row the file would never be found.
    await files.remove(key)
    throw error
  })
})

/**
 * Sends the licence to the company: both sides, its number, its last day. The contract is made with the number if it lacks one. The same
 * again changes nothing. Throws INVALID_FIELDS for a missing side and a licence that ends before the return; STATUS_CONFLICT.
 */
export const sendLicence = api.reservations.checkIn.sendLicence.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const { number, valid_until } = input
  const now = deps.now()
  await guardLicence(tx, reservation, now)
  const kept = await licenceOf(tx, reservation.id)
  const zone = await zoneOf(tx, reservation)
  const wrong = validityError(valid_until, { today: dateIn(zone, now), endDate: reservation.end_date })
  const fieldErrors = {
    ...(!kept?.front_key && { front: ['required'] }),
    ...(!kept?.back_key && { back: ['required'] }),
    ...(wrong && { valid_until: [wrong] }),
  }
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
  const isSame = kept?.state === 'SENT' && kept.number === number && kept.valid_until === valid_until
  if (!isSame) {
    await tx
      .updateTable('licence_check')
      .set({ state: 'SENT', number, valid_until, sent_at: now, reason: null, decided_at: null, decided_by: null })
      .where('reservation_id', '=', reservation.id)
      .execute()
    const contract = (await contractsOf(tx, reservation.id)).at(-1)
    if (!contract?.licence) {
      const { language } = contract ?? reservation
      await makeContract(tx, reservation, {
        language,
        licence: number,
        vin: null,
        side: 'CUSTOMER',
        by: doing(context),
      })
    }
  }
  return shownCheckIn({ ...deps, db: tx }, reservation, now)
})

/** A side of the own licence. Throws NOT_FOUND without one. */
export const picture = api.reservations.checkIn.picture.handler(async ({ input, context: { deps, reservation } }) =>
  licencePicture(deps, reservation, { side: input.side, licence: await licenceOf(deps.db, reservation.id) }),
)

/**
 * Deletes the pictures and the number. What was confirmed stays so; anything else is as if it had never been sent. Throws STATUS_CONFLICT
 * during the rental.
 */
export const removePictures = api.reservations.checkIn.removePictures.handler(async ({ context }) => {
  const { deps, reservation } = context
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, reservation.id)
    const status = statusAt(row, now)
    if (!mayRemove(status)) throw errors.STATUS_CONFLICT({ data: { status } })
    const keys = [...(await forgetLicence(tx, row.id)), ...(await forgetDrivers(tx, row.id))]
    await removeAfterCommit(deps, tx, keys)
    return shownCheckIn({ ...deps, db: tx }, row, now)
  })
})

/** Deletes what is personal of a licence, of an unconfirmed one all; returns the files to remove. */
export async function forgetLicence(tx: Tx, reservation: string): Promise<string[]> {
  const kept = await tx
    .selectFrom('licence_check')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .forUpdate()
    .executeTakeFirst()
  if (!kept) return []
  if (kept.state === 'CONFIRMED')
    await tx
      .updateTable('licence_check')
      .set({ front_key: null, back_key: null, number: null })
      .where('reservation_id', '=', reservation)
      .execute()
  else await tx.deleteFrom('licence_check').where('reservation_id', '=', reservation).execute()
  return [kept.front_key, kept.back_key].filter((key) => key !== null)
}

/** The picture of one side. Throws NOT_FOUND without it. */
export async function licencePicture(
  deps: Pick<Deps, 'files'>,
  reservation: ReservationRow,
  { side, licence }: { side: LicenceSide; licence: Awaited<ReturnType<typeof licenceOf>> },
): Promise<File> {
  const key = licence?.[COLUMNS[side]]
  if (!key) throw errors.NOT_FOUND()
  const name = `${numberOf(reservation)}-${side.toLowerCase()}.jpg`
  return readFile(deps, { file_key: key, name, type: 'image/jpeg' })
}

/** What a traveller gave of the driving licence for a reservation; undefined as long as nothing was sent. */
export function licenceOf(db: Kysely<DB>, reservation: string) {
  return db.selectFrom('licence_check').selectAll().where('reservation_id', '=', reservation).executeTakeFirst()
}

/** Nothing is sent where the company has found the licence valid through the return already. Throws STATUS_CONFLICT. */
async function guardLicence(tx: Tx, reservation: ReservationRow, now: Date): Promise<void> {
  guardCheckIn(reservation, now)
  const { parts } = await readinessOfOne(tx, reservation)
  const isDone = parts.some(({ part, state }) => part === 'LICENCE' && state === 'DONE')
  if (isDone) throw errors.STATUS_CONFLICT({ data: { status: statusAt(reservation, now) } })
}

/** The key of a picture. An id may begin with a dash, a file's name may not. */
function licenceKey(id: string): string {
  return `licences/picture-${id}.jpg`
}
