import type { Insertable, Kysely } from 'kysely'
import { reservationsOf } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { readSeen } from '#app/api/reservations/read/customer.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { PICTURED_GUARANTEES } from '#app/rules/constants.ts'
import { OPEN } from '#app/rules/reservation/reservation-status.ts'
import { readOwn, roleFor } from './own.ts'
import { lockReservation } from './read.ts'

/**
 * The named reservation for its owner and staff, or by default the caller's only one with a guarantee. Throws NOT_FOUND
 * for everybody else, and INVALID_FIELDS if none is named and there is none, or more than one.
 */
export async function findGuarantee(
  db: Kysely<DB>,
  id: string | undefined,
  claim: Claim,
): Promise<Things['guarantee']> {
  return readOwn(db, id ?? (await onlyGuaranteed(db, claim.person)), claim)
}

/**
 * Stores the re-encoded picture of a guarantee, replacing an earlier one. The owner and staff can upload it; for
 * everybody else the reservation does not exist. Throws INVALID_FIELDS if it is too big or no picture (§7;
 * decisions.md, "Renting").
 */
export const uploadDeposit = api.reservations.uploadDeposit.handler(async ({ input, context }) => {
  const { deps, person, guarantee } = context
  const { db, files } = deps
  const { id } = guarantee
  const key = depositKey(publicId())
  const { body } = await readPicture(input.image, 'image', reencodePicture)
  await files.put(key, body)
  const image = { key, account_id: person.id, uploaded_at: deps.now() }
  await inTransaction(db, async (tx) => {
    await lockReservation(tx, id)
    await replaceImage(deps, tx, { reservation_id: id, ...image })
  }).catch(async (error: unknown) => {
    // Without a row the file would never be found.
    await files.remove(key)
    throw error
  })
  return { reservation: id, uploaded_at: image.uploaded_at.toISOString() }
})

/** Stores a reservation's picture and removes the former one. The caller has locked the reservation. */
export async function replaceImage(
  deps: Pick<Deps, 'enqueue'>,
  tx: Tx,
  image: Pick<Insertable<DB['deposit_image']>, 'reservation_id' | 'key' | 'account_id' | 'uploaded_at'>,
): Promise<void> {
  const kept = await tx
    .selectFrom('deposit_image')
    .select('key')
    .where('reservation_id', '=', image.reservation_id)
    .executeTakeFirst()
  await tx
    .insertInto('deposit_image')
    .values(image)
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(image))
    .execute()
  if (kept) await removeAfterCommit(deps, tx, [kept.key])
}

/**
 * The person's only open reservation that requires a guarantee. Throws INVALID_FIELDS if there is none, or more than
 * one.
 */
async function onlyGuaranteed(db: Kysely<DB>, person: Person): Promise<string> {
  const [found, other] = await reservationsOf(db, person)
    .select('reservation.id')
    .where('trust', 'in', PICTURED_GUARANTEES)
    .where('status', 'in', OPEN)
    .limit(2)
    .execute()
  if (!found) throw invalidFields({ reservation: ['required'] })
  if (other) throw invalidFields({ reservation: ['several_reservations'] })
  return found.id
}

/** The picture of a reservation's guarantee, for its owner and staff. Throws NOT_FOUND for everybody else (decisions.md, "Talking"). */
export const readDeposit = api.reservations.readDeposit.handler(async ({ context }) => {
  const { deps, person, reservation } = context
  const { db, files } = deps
  const role = roleFor(reservation, person)
  if (role !== 'CUSTOMER') {
    const seen = await readSeen(db, { id: reservation.id, person, now: deps.now() })
    // A cheque or a receipt names its owner.
    if (seen === 'FIRST_NAME') throw errors.NOT_FOUND()
    const call = 'GET /upload/images/booked_ad/deposit/{id}/'
    await noteReading(context, { subject: 'reservation', key: reservation.id, call })
  }
  const image = await db
    .selectFrom('deposit_image')
    .select('key')
    .where('reservation_id', '=', reservation.id)
    .executeTakeFirst()
  const bytes = image && (await files.get(image.key))
  if (!bytes) throw errors.NOT_FOUND()
  return new File([new Uint8Array(bytes)], `SV-${reservation.number}.jpg`, { type: 'image/jpeg' })
})

/** The key of a picture. An id may begin with a dash, a file's name may not. */
export function depositKey(id: string): string {
  return `deposits/picture-${id}.jpg`
}
