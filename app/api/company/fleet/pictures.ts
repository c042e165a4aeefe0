import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { codeOf } from '#app/db/connection/error-code.ts'
import { IMPORTED } from '#app/db/import/write-photos.ts'
import { type LargePhoto, processLargePhoto } from '#app/providers/files/large-photo.ts'
import { PhotoRefused, processPhoto } from '#app/providers/files/photo.ts'
import { largePhotoName } from '#app/rules/text/large-photo.ts'
import { type PhotoCrop, pictureNames } from '#app/rules/text/picture.ts'

/** The path in the file store of the pictures made from a photo: `pictures/photo-17-3f0a9c1e-small.avif`. */
export const PICTURES_FOLDER = 'pictures'

/**
 * The job `process-photo`: makes the presets of a waiting photo, stores them, and shows them with the listing. A photo
 * that has disappeared or is no picture becomes FAILED. Running it again does nothing. Source: *ours*.
 */
export async function processAdPhoto(
  deps: Pick<Deps, 'db' | 'files'> & Partial<Pick<Deps, 'publish'>>,
  { photoId }: { photoId: number },
): Promise<void> {
  const { db, files } = deps
  const photo = await db
    .selectFrom('ad_photo')
    .select(['source', 'crop', 'key', 'taken_down_at'])
    .where('id', '=', photoId)
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  if (!photo) return

  const made = await makePictures(files, { ...photo, id: photoId })
  const key = made?.key
  const { numUpdatedRows } = await db
    .updateTable('ad_photo')
    .set(made ? { status: 'READY', ...made, large_tried_at: sql<Date>`now()` } : { status: 'FAILED' })
    .where('id', '=', photoId)
    .where('status', '=', 'WAITING')
    // If it was cropped differently meanwhile, there is another job.
    .where('crop', '=', photo.crop)
    .executeTakeFirst()
  // The former pictures, or the new ones if the photo was removed while they were made.
  const unused = numUpdatedRows > 0n ? photo.key : key
  if (unused && (numUpdatedRows === 0n || unused !== key)) await removeUnusedFiles(deps, { key: unused })
  if (photo.taken_down_at) await hideAdPhoto(deps, { photoId })
  deps.publish?.({ kind: 'pages' })
}

/** How many photos a sweep makes large: a few seconds' work, so that the sweep's other work is not late. */
const LARGE_AT_ONCE = 20

/**
 * Makes the large files of some photos that were stored before there were any. Where the source is missing, no picture or too
 * small, the photo is only marked, so that it is not tried again. Source: *ours*.
 */
export async function makeLargePhotos(deps: Pick<Deps, 'db' | 'files'> & Partial<Pick<Deps, 'publish'>>) {
  const { db, files } = deps
  const photos = await db
    .selectFrom('ad_photo')
    .select(['id', 'source', 'key'])
    .where('status', '=', 'READY')
    .where('large_tried_at', 'is', null)
    .orderBy('id')
    .limit(LARGE_AT_ONCE)
    .execute()
  for (const { id, source, key } of photos) {
    const large = key === null ? undefined : await largeOf(files, source)
    if (large) await files.put(`${PICTURES_FOLDER}/${largePhotoName(key ?? '')}`, large.bytes)
    const { numUpdatedRows } = await db
      .updateTable('ad_photo')
      .set({ large_width: large?.width ?? null, large_height: large?.height ?? null, large_tried_at: sql<Date>`now()` })
      .where('status', '=', 'READY')
      // Copies of a vehicle share the files.
      .where((eb) => (key === null ? eb('id', '=', id) : eb('key', '=', key)))
      .executeTakeFirst()
    // Meanwhile it was removed, cropped again or hidden, and its pictures have another name.
    if (numUpdatedRows === 0n) await removeUnusedFiles(deps, { key })
  }
  if (photos.length > 0) deps.publish?.({ kind: 'pages' })
}

async function largeOf(files: Deps['files'], source: string): Promise<LargePhoto | undefined> {
  const bytes = await bytesOf(files, source)
  try {
    return bytes && (await processLargePhoto(bytes))
  } catch (error) {
    if (error instanceof PhotoRefused) return undefined
    throw error
  }
}

/**
 * The job `hide-photo`: the pictures of a photo that was taken down move to an address that only its company and
 * operators see, because many people know the former one. Running it again moves them again. Source: *ours*.
 */
export async function hideAdPhoto(deps: Pick<Deps, 'db' | 'files'>, { photoId }: { photoId: number }): Promise<void> {
  const { db, files } = deps
  const photo = await db
    .selectFrom('ad_photo')
    .select('key')
    .where('id', '=', photoId)
    .where('taken_down_at', 'is not', null)
    .executeTakeFirst()
  const former = photo?.key
  if (!former) return
  const key = `photo-${photoId}-${randomBytes(4).toString('hex')}`
  for (const name of namesOf(former)) {
    const bytes = await files.get(`${PICTURES_FOLDER}/${name}`)
    if (bytes) await files.put(`${PICTURES_FOLDER}/${name.replace(former, key)}`, bytes)
  }
  const { numUpdatedRows } = await db
    .updateTable('ad_photo')
    .set({ key })
    .where('key', '=', former)
    .where('taken_down_at', 'is not', null)
    .executeTakeFirst()
  await removeUnusedFiles(deps, { key: numUpdatedRows > 0n ? former : key })
}

/** Removes the files of a photo and its pictures that no other photo uses: copies of a vehicle share them. */
export async function removeUnusedFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { source, key }: { source?: string; key?: string | null },
): Promise<void> {
  const isUsed = async (column: 'source' | 'key', value: string) =>
    (await db.selectFrom('ad_photo').select('id').where(column, '=', value).limit(1).executeTakeFirst()) !== undefined
  if (source && !source.startsWith(IMPORTED) && !(await isUsed('source', source))) await files.remove(source)
  if (key && !(await isUsed('key', key))) {
    for (const name of namesOf(key)) await files.remove(`${PICTURES_FOLDER}/${name}`)
  }
}

/** The names of all pictures of a photo; of a small one the largest does not exist. */
const namesOf = (key: string) => [...pictureNames(key), largePhotoName(key)]

const PICTURE = /^\/pictures\/((?:photo|logo|cover)-\d+-[0-9a-f]{8}-[a-z0-9-]+\.(avif|webp|jpg))$/
/** A photo's key contains the hash of its bytes, or a random part: the content of an address never changes. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Answers a request for a picture of a photo, a logo or a post; drawings are files of the build and are not served here. */
export async function answerPicture(files: Deps['files'], pathname: string): Promise<Response> {
  const [, name, format] = PICTURE.exec(pathname) ?? []
  const bytes = name && (await files.get(`${PICTURES_FOLDER}/${name}`))
  if (!bytes)
    return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const headers = {
    'content-type': `image/${format === 'jpg' ? 'jpeg' : format}`,
    'content-length': `${bytes.length}`,
    'cache-control': FOREVER,
    vary: 'Save-Data',
  }
  return new Response(new Uint8Array(bytes), { headers })
}

/** The key of the picture set and the size of the large photo; undefined if the photo cannot be processed. */
async function makePictures(
  files: Deps['files'],
  { id, source, crop }: { id: number; source: string; crop: PhotoCrop },
): Promise<{ key: string; large_width: number | null; large_height: number | null } | undefined> {
  const bytes = await bytesOf(files, source)
  if (!bytes) return undefined
  const hash = createHash('sha256').update(bytes)
  if (crop !== 'MIDDLE') hash.update(crop)
  const key = `photo-${id}-${hash.digest('hex').slice(0, 8)}`
  try {
    for (const picture of await processPhoto(bytes, key, crop)) {
      await files.put(`${PICTURES_FOLDER}/${picture.name}`, picture.bytes)
    }
    const large = await processLargePhoto(bytes)
    if (large) await files.put(`${PICTURES_FOLDER}/${largePhotoName(key)}`, large.bytes)
    return { key, large_width: large?.width ?? null, large_height: large?.height ?? null }
  } catch (error) {
    if (error instanceof PhotoRefused) return undefined
    throw error
  }
}

/** An imported photo is on this machine's disk, an uploaded one in the file store. */
async function bytesOf(files: Deps['files'], source: string): Promise<Uint8Array | undefined> {
  if (!source.startsWith(IMPORTED)) return await files.get(source)
  try {
    return await readFile(source.slice(IMPORTED.length))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes(codeOf(error))) return undefined
    throw error
  }
}
