import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { roleFor } from '#app/api/reservations/read/own.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { shownPhoto } from '#app/api/reservations/read/records/records.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, zoneOf } from '#app/db/reservation.ts'
import { captureTimeOf } from '#app/providers/files/capture-time.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { PHOTOS_MAX, type PhotoView, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { guardOpen } from './sheet.ts'

/** Stores one photo for the record's draft: see `keepPhoto`. Throws PROTOCOL_CLOSED. */
export const addPhoto = api.company.protocols.addPhoto.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const { kind, ...photo } = input
  return keepPhoto(deps, { ...photo, kind, reservation, account: person.id }, async (_, row) => guardOpen(row, kind))
})

type Guard = (db: Kysely<DB>, reservation: ReservationRow) => Promise<void>
type Photo = {
  reservation: ReservationRow
  kind: ProtocolKind
  view: PhotoView
  file: File
  /** As the device computed it before sending. */
  sha256?: string | undefined
  taken_at?: string | undefined
  clock?: string | undefined
  /** Who made it. */
  account: string
}

/**
 * Stores one photo for a record that is being written, re-encoded and without metadata, with its SHA-256 and two times: when it was taken, by
 * its own Exif data or else by the device, and when it arrived. The same photo sent again, for example after a lost connection, is
 * stored once; when whoever made it sends it for another view, it is of that view from then on. Throws INVALID_FIELDS if it is too big, no
 * picture, or another file than the device sent.
 * @param guard throws where photos are not accepted; asked before and once more under the reservation's lock
 */
export async function keepPhoto(
  deps: Deps,
  { reservation: before, kind, view, file, sha256, taken_at, clock, account }: Photo,
  guard: Guard,
) {
  await guard(deps.db, before)
  if (file.size > UPLOAD_BYTES) throw invalidFields({ file: ['file_size'] })
  const source = new Uint8Array(await file.arrayBuffer())
  const source_sha256 = sha256Of(source)
  if (sha256 !== undefined && sha256 !== source_sha256) throw invalidFields({ file: ['photo_differs'] })
  const found = { reservation_id: before.id, kind, source_sha256 }
  const known = await deps.db
    .selectFrom('protocol_photo')
    .selectAll()
    .where((where) => where.and(found))
    .executeTakeFirst()
  const isMisplaced = known && known.view !== view && known.account_id === account && known.protocol_id === null
  if (known && !isMisplaced) return shownPhoto(known)
  const moved = known && (await inTransaction(deps.db, (tx) => moveToView(tx, known, { view, guard })))
  if (moved) return shownPhoto(moved)
  const now = deps.now()
  const { body, width, height } = await readPicture(file, 'file', reencodePicture)
  const taken = (await captureTimeOf(source, await zoneOf(deps.db, before))) ?? (taken_at && new Date(taken_at))
  const clock_ahead = clock ? Math.round((Date.parse(clock) - now.getTime()) / 1000) : null
  const id = publicId()
  const file_key = `protocols/photo-${id}.jpg`
  await deps.files.put(file_key, body)
  const row = await inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, before.id)
    await guard(tx, reservation)
    const { n } = await tx
      .selectFrom('protocol_photo')
      .select((of) => of.fn.countAll<number>().as('n'))
      .where('reservation_id', '=', reservation.id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    if (n >= PHOTOS_MAX) throw invalidFields({ file: ['too_many_photos'] }, { file: { n: PHOTOS_MAX } })
    await tx
      .insertInto('protocol_photo')
      .values({
        ...{ ...found, id, view, file_key, width, height, sha256: sha256Of(body), bytes: body.length },
        ...{ account_id: account, taken_at: taken ?? null, arrived_at: now, clock_ahead },
        hashed_by_device: sha256 !== undefined,
      })
      .onConflict((conflict) => conflict.columns(['reservation_id', 'kind', 'source_sha256']).doNothing())
      .execute()
    const row = await tx
      .selectFrom('protocol_photo')
      .selectAll()
      .where((where) => where.and(found))
      .executeTakeFirstOrThrow()
    if (row.id !== id) await removeAfterCommit(deps, tx, [file_key])
    return row
  }).catch(async (error: unknown) => {
    await deps.files.remove(file_key)
    throw error
  })
  return shownPhoto(row)
}

/** Gives a photo of a draft another view; undefined if it was removed meanwhile. */
async function moveToView(
  tx: Tx,
  { id, reservation_id }: { id: string; reservation_id: string },
  { view, guard }: { view: PhotoView; guard: Guard },
) {
  await guard(tx, await lockReservation(tx, reservation_id))
  return tx
    .updateTable('protocol_photo')
    .set({ view })
    .where('id', '=', id)
    .where('protocol_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Removes a photo from a draft; one of a finished record stays. Throws PROTOCOL_CLOSED. */
export const removePhoto = api.company.protocols.removePhoto.handler(async ({ input, context }) => {
  const { deps, reservation: before } = context
  await inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, before.id)
    const photo = await tx
      .selectFrom('protocol_photo')
      .select(['id', 'kind', 'file_key'])
      .where('id', '=', input.photo)
      .where('reservation_id', '=', reservation.id)
      .executeTakeFirst()
    if (!photo || photo.kind === 'CHARGE') return
    guardOpen(reservation, photo.kind)
    await tx.deleteFrom('protocol_photo').where('id', '=', photo.id).execute()
    await removeAfterCommit(deps, tx, [photo.file_key])
  })
  return { id: before.id }
})

/** A photo of a record, for the company's staff, operators, and the customer who made it, or once the record is finished. */
export const protocolPhoto = api.reservations.protocolPhoto.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const role = roleFor(reservation, person)
  const photo = await deps.db
    .selectFrom('protocol_photo')
    .select(['file_key', 'protocol_id', 'kind', 'account_id'])
    .where('id', '=', input.photo)
    .where('reservation_id', '=', reservation.id)
    .executeTakeFirst()
  const isShown =
    photo &&
    (role !== 'CUSTOMER' ||
      photo.protocol_id !== null ||
      photo.account_id === person.id ||
      (photo.kind === 'CHARGE' && (await isOfSentCharge(deps.db, input.photo))))
  const bytes = isShown ? await deps.files.get(photo.file_key) : undefined
  if (!bytes) throw errors.NOT_FOUND()
  return new File([new Uint8Array(bytes)], `SV-${reservation.number}.jpg`, { type: 'image/jpeg' })
})

/** A picture of a charge is the company's alone until the charge is sent. */
async function isOfSentCharge(db: Kysely<DB>, photo: string): Promise<boolean> {
  const sent = await db
    .selectFrom('proposal')
    .select('id')
    .where('photo_id', '=', photo)
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
  return sent !== undefined
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
