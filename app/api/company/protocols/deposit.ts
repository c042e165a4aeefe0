import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { depositKey, replaceImage } from '#app/api/reservations/read/deposit.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { depositHeld, deskMoneyOf } from '#app/db/protocol.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { freeDeposit } from '#app/rules/reservation/charges/dispute.ts'
import { BINDING } from '#app/rules/reservation/reservation-status.ts'
import { holdDeposit, refusedDeposit, returnDeposit } from './deposit-steps.ts'

/**
 * Records a deposit that was taken between the confirmation and the return; a cheque needs a picture, sent now or by the customer before.
 * The same person sending the same again gets the same answer. Throws STATUS_CONFLICT in another status, and INVALID_FIELDS for a
 * second deposit, for more than the country allows, and without the picture. Source: issue 19, B.
 */
export const takeDeposit = api.company.protocols.takeDeposit.handler(async ({ input, context }) => {
  const { deps, person, reservation: before } = context
  const { amount, way, reference, image } = input
  const { db, files } = deps
  const picture = image && image.size > 0 ? await readPicture(image, 'image', reencodePicture) : undefined
  const key = depositKey(publicId())
  if (picture) await files.put(key, picture.body)
  const held = await inTransaction(db, async (tx) => {
    const reservation = await lockReservation(tx, before.id)
    const { id, status } = reservation
    const taken = (await deskMoneyOf(tx, id)).find(({ purpose }) => purpose === 'DEPOSIT')
    if (taken?.account_id === person.id && taken.amount === amount && taken.way === way) {
      if (picture) await removeAfterCommit(deps, tx, [key])
      return depositHeld(await deskMoneyOf(tx, id))
    }
    if (!BINDING.includes(status)) throw errors.STATUS_CONFLICT({ data: { status } })
    const refused = await refusedDeposit(tx, reservation, amount)
    if (refused) throw invalidFields({ amount: [refused.why] }, { amount: refused.values })
    if (way === 'CHEQUE' && !picture && !(await hasPicture(tx, id)))
      throw invalidFields({ image: ['picture_required'] })
    const at = deps.now()
    if (picture) await replaceImage(deps, tx, { reservation_id: id, key, account_id: person.id, uploaded_at: at })
    await holdDeposit(deps, tx, reservation, { way, amount, reference, by: person.id, at })
    return amount
  }).catch(async (error: unknown) => {
    if (picture) await files.remove(key)
    throw error
  })
  return { id: before.id, deposit_held: held }
})

/**
 * The company returned the rest of the deposit, except what is disputed; `amount` is what the page showed. The same person sending it
 * again gets the same answer. Throws STATUS_CONFLICT for another amount, and for a colleague who was second. Source:
 * decisions.md, "Decided after the second look".
 */
export const giveDepositBack = api.company.protocols.giveDepositBack.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { id, status } = reservation
  const money = await deskMoneyOf(tx, id)
  const held = depositHeld(money)
  const disputed = await tx
    .selectFrom('proposal')
    .select(['status', 'amount'])
    .where('reservation_id', '=', id)
    .where('status', '=', 'DISPUTED')
    .execute()
  const free = freeDeposit(held, disputed)
  const isDone = money.some(
    ({ purpose, account_id, amount }) =>
      purpose === 'DEPOSIT_BACK' && account_id === person.id && amount === input.amount,
  )
  if (free === 0 && isDone) return { id, deposit_held: held }
  if (free === 0 || free !== input.amount) throw errors.STATUS_CONFLICT({ data: { status } })
  await returnDeposit(deps, tx, reservation, { amount: free, disputed: held - free, by: person.id, at: deps.now() })
  return { id, deposit_held: held - free }
})

async function hasPicture(tx: Tx, reservation: string): Promise<boolean> {
  const found = await tx
    .selectFrom('deposit_image')
    .select('key')
    .where('reservation_id', '=', reservation)
    .executeTakeFirst()
  return found !== undefined
}
