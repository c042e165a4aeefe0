import type { Kysely } from 'kysely'
import { reservationsOf } from '#app/api/account/holdings.ts'
import type { Person } from '#app/api/account/person.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limit } from '#app/api/call/limits.ts'
import { api } from '#app/api/context.ts'
import { publicId } from '#app/api/public-id.ts'
import type { DB } from '#app/db/schema.ts'
import { PhotoRefused } from '#app/providers/photo.ts'
import { reencodePicture } from '#app/providers/uploaded-picture.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { lockOwn, readOwn } from './own.ts'
import { PICTURED_GUARANTEES } from './read-own.ts'

const HOUR_SECONDS = 3600
/** Source: *ours*. */
const UPLOADS_AN_HOUR = 20

/**
 * Keeps the picture of a guarantee, re-encoded by us, in place of an earlier one. The owner and staff may upload it;
 * everybody else finds no such reservation. Throws INVALID_FIELDS for what is too big or no picture (§7; decisions.md, "Renting").
 */
export const uploadDeposit = api.reservations.uploadDeposit.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { db, files } = deps
  const { id } = await readOwn(db, input.reservation ?? (await onlyGuaranteed(db, person)), context)
  await limit(deps, `deposit ${person.id}`, UPLOADS_AN_HOUR, HOUR_SECONDS)
  const key = depositKey(publicId())
  await files.put(key, await pictureOf(input.image))
  const uploaded_at = deps.now()
  const former = await db.transaction().execute(async (tx) => {
    await lockOwn(tx, id, context)
    const kept = await tx.selectFrom('deposit_image').select('key').where('reservation_id', '=', id).executeTakeFirst()
    const image = { key, account_id: person.id, uploaded_at }
    await tx
      .insertInto('deposit_image')
      .values({ reservation_id: id, ...image })
      .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(image))
      .execute()
    return kept?.key
  })
  if (former) await files.remove(former)
  return { reservation: id, uploaded_at: uploaded_at.toISOString() }
})

/** The person's only open reservation that asks for a guarantee. Throws INVALID_FIELDS where there is none, or more than one. */
async function onlyGuaranteed(db: Kysely<DB>, person: Person): Promise<string> {
  const [found, other] = await reservationsOf(db, person)
    .select('reservation.id')
    .where('trust', 'in', PICTURED_GUARANTEES)
    .where('status', 'in', ['AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE'])
    .limit(2)
    .execute()
  if (!found) throw invalidFields({ reservation: ['required'] })
  if (other) throw invalidFields({ reservation: ['several_reservations'] })
  return found.id
}

/** The picture of a reservation's guarantee, for its owner and staff. Throws NOT_FOUND for everybody else (decisions.md, "Talking"). */
export const readDeposit = api.reservations.readDeposit.handler(async ({ input, context }) => {
  const { db, files } = context.deps
  const reservation = await readOwn(db, input.id, context)
  const image = await db
    .selectFrom('deposit_image')
    .select('key')
    .where('reservation_id', '=', reservation.id)
    .executeTakeFirst()
  const bytes = image && (await files.get(image.key))
  if (!bytes) throw errors.NOT_FOUND()
  return new File([new Uint8Array(bytes)], `SV-${reservation.number}.jpg`, { type: 'image/jpeg' })
})

/** Under which a picture is kept. An id may begin with a dash, the name of a file may not. */
export function depositKey(id: string): string {
  return `deposits/picture-${id}.jpg`
}

async function pictureOf(image: File): Promise<Uint8Array> {
  if (image.size > UPLOAD_BYTES) throw invalidFields({ image: ['file_size'] })
  try {
    const { body } = await reencodePicture(new Uint8Array(await image.arrayBuffer()))
    return body
  } catch (error) {
    if (!(error instanceof PhotoRefused)) throw error
    throw invalidFields({ image: [error.reason === 'too_many_bytes' ? 'file_size' : 'image_type'] })
  }
}
