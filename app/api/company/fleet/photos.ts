import { createHash } from 'node:crypto'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { removeUnusedFiles } from '#app/api/company/fleet/pictures.ts'
import type { PHOTO_MOVES } from '#app/contract/company/fleet/photos.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { PHOTOS_A_VEHICLE } from '#app/rules/text/picture.ts'
import { lockPhotosOf } from './find-vehicle.ts'
import { photosOf, showChanges } from './own-vehicle.ts'

type Move = (typeof PHOTO_MOVES)[number]

/**
 * Stores a photo, re-encoded, and has its pictures processed; the same photo again changes nothing. Throws
 * INVALID_FIELDS for a file that is no photo, too large or one too many.
 */
export const addPhoto = api.company.fleet.addPhoto.handler(async ({ input: { id, image }, context }) => {
  const { deps } = context
  const { db, files } = deps
  const { body } = await readPicture(image, 'image', reencodePicture)
  const source = `photos/${id}-${createHash('sha256').update(body).digest('hex').slice(0, 32)}.jpg`
  await files.put(source, body)
  try {
    await inTransaction(db, async (tx) => {
      await lockPhotosOf(tx, id)
      await insertPhoto(deps, tx, { ad: id, source })
    })
  } catch (error) {
    await removeUnusedFiles(deps, { source })
    throw error
  }
  return { vehicle: id, photos: await photosOf(db, id) }
})

/** Changes the sent fields. */
export const changePhoto = api.company.fleet.changePhoto.handler(async ({ input, context }) => {
  const { deps, tx, photo } = context
  const { id, move, alt, crop } = input
  const { ad_id: ad } = photo
  if (alt !== undefined) await tx.updateTable('ad_photo').set({ alt }).where('id', '=', id).execute()
  if (move) await movePhoto(tx, { ad, id, move })
  if (crop && crop !== photo.crop) {
    await tx.updateTable('ad_photo').set({ crop, status: 'WAITING' }).where('id', '=', id).execute()
    await deps.enqueue(tx, 'process-photo', { photoId: id })
  }
  showChanges(context)
  return { vehicle: ad, photos: await photosOf(tx, ad) }
})

/** Throws NOT_FOUND the second time. */
export const removePhoto = api.company.fleet.removePhoto.handler(async ({ input: { id }, context }) => {
  const { deps, photo } = context
  const { ad_id: ad } = photo
  const removed = await inTransaction(deps.db, async (tx) => {
    await lockPhotosOf(tx, ad)
    return tx.deleteFrom('ad_photo').where('id', '=', id).returning(['source', 'key']).executeTakeFirst()
  })
  if (!removed) throw errors.NOT_FOUND()
  await removeUnusedFiles(deps, removed)
  showChanges(context)
  return { vehicle: ad, photos: await photosOf(deps.db, ad) }
})

async function insertPhoto({ enqueue }: Pick<Deps, 'enqueue'>, tx: Tx, { ad, source }: { ad: number; source: string }) {
  const there = await tx.selectFrom('ad_photo').select(['source', 'position']).where('ad_id', '=', ad).execute()
  if (there.some((photo) => photo.source === source)) return
  if (there.length >= PHOTOS_A_VEHICLE) {
    throw invalidFields({ image: ['vehicle_photos_full'] }, { image: { n: PHOTOS_A_VEHICLE } })
  }
  const position = Math.max(-1, ...there.map((photo) => photo.position)) + 1
  const { id } = await tx
    .insertInto('ad_photo')
    .values({ ad_id: ad, position, source })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'process-photo', { photoId: id })
}

async function movePhoto(tx: Tx, { ad, id, move }: { ad: number; id: number; move: Move }) {
  const ids = (await photosOf(tx, ad)).map((photo) => photo.id)
  const at = ids.indexOf(id)
  const to = { FIRST: 0, UP: Math.max(0, at - 1), DOWN: Math.min(ids.length - 1, at + 1) }[move]
  ids.splice(at, 1)
  ids.splice(to, 0, id)
  for (const [position, photo] of ids.entries()) {
    await tx.updateTable('ad_photo').set({ position }).where('id', '=', photo).execute()
  }
}
