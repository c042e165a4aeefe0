import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { shownProposal } from '#app/api/reservations/read/records/proposals.ts'
import { changeProposal, guardProposal, lockProposal } from '#app/api/reservations/status/proposal.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { editedLines, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import { dropPhoto, keepPhoto, pictureOf } from './hand-charge.ts'

/**
 * Changes amounts, reason and picture of a charge that is not sent yet; the former picture stays unless there is another, or it is to
 * go. The same again changes nothing. Throws PROPOSAL_CONFLICT once it is sent or deleted, CHANGED_MEANWHILE if a colleague was
 * faster, and INVALID_FIELDS as `editedLines` says. Source: issue 18; *ours*.
 */
export const editProposal = api.company.protocols.editProposal.handler(async ({ input, context }) => {
  const { deps, person, reservation: before } = context
  const { proposal, amounts, former, reason = null, image, without_picture } = input
  const picture = image && image.size > 0 ? await pictureOf(image) : undefined
  const photo = publicId()
  const file_key = `protocols/photo-${photo}.jpg`
  if (picture) await deps.files.put(file_key, picture.body)
  const row = await inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, before.id)
    const draft = await lockProposal(tx, reservation, proposal)
    guardProposal(draft, 'OPEN', 'COMPANY')
    const isReplaced = picture !== undefined || without_picture
    const photo_id = picture ? photo : isReplaced ? null : draft.photo_id
    const edited = editedLines(draft.lines, amounts, {
      currency: currencyIn(draft),
      hasReason: reason !== null,
      hasPicture: photo_id !== null,
    })
    const isSame = 'lines' in edited && edited.lines.every(({ amount }, index) => amount === draft.lines[index]?.amount)
    if (amounts.length !== draft.lines.length || (draft.amount !== former && !isSame)) throw errors.CHANGED_MEANWHILE()
    if ('fieldErrors' in edited) throw invalidFields(edited.fieldErrors)
    const kept = { id: photo, reservation: reservation.id, file_key, by: person.id, at: deps.now() }
    if (picture) await keepPhoto(tx, { ...picture, ...kept })
    const set = { lines: JSON.stringify(edited.lines), amount: sumOf(edited.lines), reason, photo_id }
    const row = await changeProposal(tx, draft, { to: 'DRAFT', set })
    if (isReplaced && draft.photo_id) await dropPhoto(deps, tx, draft.photo_id)
    return row
  }).catch(async (error: unknown) => {
    if (picture) await deps.files.remove(file_key)
    throw error
  })
  return shownProposal(deps.db, row, { isCustomer: false, now: deps.now() })
})

/**
 * Sends it to the customer, who is notified and has seven days from now on. Twice is once. Throws PROPOSAL_CONFLICT once it is deleted,
 * and CHANGED_MEANWHILE if it asks for another sum than the page showed.
 */
export const sendProposal = api.company.protocols.sendProposal.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const before = await lockProposal(tx, reservation, input.proposal)
  const now = deps.now()
  const reader = { isCustomer: false, now }
  if (before.sent_at && before.status === 'OPEN') return shownProposal(tx, before, reader)
  guardProposal(before, 'OPEN', 'COMPANY')
  if (before.amount !== input.amount) throw errors.CHANGED_MEANWHILE()
  const lines = JSON.stringify(before.lines.filter(({ amount }) => amount > 0))
  const row = await changeProposal(tx, before, { to: 'OPEN', set: { lines, sent_at: now } })
  await notify(deps, tx, { kind: 'chargeProposed', reservation: reservation.id, amount: row.amount })
  return shownProposal(tx, row, reader)
})
