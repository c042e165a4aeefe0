import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { keepPhoto, pictureOf } from '#app/api/company/protocols/charges/hand-charge.ts'
import { propose } from '#app/api/company/protocols/charges/proposals.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { FINE_FEE_MAX, isChargeable } from '#app/rules/fleet/fine.ts'
import { handCharge, handlingFee, PICTURE_ABOVE } from '#app/rules/reservation/charges/return-proposal.ts'
import { guardUndecided } from './match.ts'
import { shownFine } from './read.ts'

/**
 * Asks the customer of the rental for a notice and the company's fee, who may accept or dispute it, also months after the trip. Throws
 * CHANGED_MEANWHILE without a rental, a year after it happened, and once it is decided, and INVALID_FIELDS for a missing picture
 * above an amount or a fee above the limit. Source: issue 19, C; *ours*.
 */
export const charge = api.company.fleet.fines.charge.handler(async ({ input, context }) => {
  const { deps, language, person, fine: before } = context
  const { fee, image } = input
  const currency = currencyIn(before)
  if (fee > FINE_FEE_MAX[currency]) throw invalidFields({ fee: ['max'] })
  const picture = image && image.size > 0 ? await pictureOf(image) : undefined
  if (!picture && before.amount + fee > PICTURE_ABOVE[currency]) throw invalidFields({ image: ['picture_required'] })
  const photo = publicId()
  const file_key = `protocols/photo-${photo}.jpg`
  if (picture) await deps.files.put(file_key, picture.body)
  await inTransaction(deps.db, async (tx) => {
    const fine = await tx
      .selectFrom('fine')
      .selectAll()
      .where('id', '=', before.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await guardUndecided(tx, fine)
    const at = deps.now()
    const reservation = fine.reservation_id === null ? undefined : await lockReservation(tx, fine.reservation_id)
    const isPossible = reservation?.currency_id === fine.currency_id && isChargeable({ at: fine.at, now: at })
    if (!reservation || !isPossible) throw errors.CHANGED_MEANWHILE()
    if (picture)
      await keepPhoto(tx, { ...picture, id: photo, reservation: reservation.id, file_key, by: person.id, at })
    const lines = [
      handCharge(fine.kind === 'FINE' ? 'fine' : 'toll', fine.amount),
      ...(fee > 0 ? [handlingFee(fee)] : []),
    ]
    const { id } = await propose(deps, tx, {
      ...{ reservation, kind: 'HAND', lines, currency, by: person.id, photo: picture ? photo : null },
      reason: fine.notice ? `${fine.what} · ${fine.notice}` : fine.what,
    })
    await tx
      .updateTable('fine')
      .set({ status: 'CHARGED', fee, proposal_id: id, decided_at: at })
      .where('id', '=', fine.id)
      .execute()
  }).catch(async (error: unknown) => {
    if (picture) await deps.files.remove(file_key)
    throw error
  })
  return shownFine(deps.db, before.id, language)
})

/** The company pays it itself. Twice is once. Throws CHANGED_MEANWHILE where the customer was asked. */
export const bear = api.company.fleet.fines.bear.handler(async ({ context: { deps, tx, language, fine } }) => {
  if (fine.status !== 'COMPANY') {
    await guardUndecided(tx, fine)
    await tx
      .updateTable('fine')
      .set({ status: 'COMPANY', fee: 0, proposal_id: null, decided_at: deps.now() })
      .where('id', '=', fine.id)
      .execute()
  }
  return shownFine(tx, fine.id, language)
})
