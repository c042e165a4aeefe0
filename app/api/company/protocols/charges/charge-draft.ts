import { api } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { dropPhoto, guardReturned, keepPhoto, pictureOf } from './hand-charge.ts'

/**
 * Keeps a charge by hand that is not sent yet; one for each reservation. Its former picture stays unless there is another, or it is
 * to go. Throws STATUS_CONFLICT as `chargeByHand` does, and INVALID_FIELDS. Source: issue 18; *ours*.
 */
export const saveCharge = api.company.protocols.saveCharge.handler(async ({ input, context }) => {
  const { deps, person, reservation: before } = context
  const { what, amount, reason, image, without_picture } = input
  await guardReturned(deps, before)
  const picture = image && image.size > 0 ? await pictureOf(image) : undefined
  const photo = publicId()
  const file_key = `protocols/photo-${photo}.jpg`
  if (picture) await deps.files.put(file_key, picture.body)
  await inTransaction(deps.db, async (tx) => {
    const { id } = await lockReservation(tx, before.id)
    const at = deps.now()
    const former = await tx
      .selectFrom('charge_draft')
      .select('photo_id')
      .where('reservation_id', '=', id)
      .executeTakeFirst()
    if (picture) await keepPhoto(tx, { ...picture, id: photo, reservation: id, file_key, by: person.id, at })
    const isReplaced = picture !== undefined || without_picture
    const photo_id = picture ? photo : isReplaced ? null : (former?.photo_id ?? null)
    const draft = { what, amount, reason, photo_id, account_id: person.id, changed_at: at }
    await tx
      .insertInto('charge_draft')
      .values({ ...draft, reservation_id: id })
      .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(draft))
      .execute()
    if (isReplaced && former?.photo_id) await dropPhoto(deps, tx, former.photo_id)
  }).catch(async (error: unknown) => {
    if (picture) await deps.files.remove(file_key)
    throw error
  })
  return { id: before.id }
})

/** Deletes it with its picture. Twice is once. */
export const dropCharge = api.company.protocols.dropCharge.handler(async ({ context: { deps, reservation } }) => {
  await inTransaction(deps.db, async (tx) => {
    await lockReservation(tx, reservation.id)
    const former = await tx
      .deleteFrom('charge_draft')
      .where('reservation_id', '=', reservation.id)
      .returning('photo_id')
      .executeTakeFirst()
    if (former?.photo_id) await dropPhoto(deps, tx, former.photo_id)
  })
  return { id: reservation.id }
})
