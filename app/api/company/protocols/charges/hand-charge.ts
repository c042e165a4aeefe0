import { createHash } from 'node:crypto'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { shownProposal } from '#app/api/reservations/read/records/proposals.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { PhotoRefused } from '#app/providers/files/photo.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import {
  CHARGE_DAYS,
  HAND_CHARGES_MAX,
  handCharge,
  PICTURE_ABOVE,
} from '#app/rules/reservation/charges/return-proposal.ts'
import { DAY_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { propose } from './proposals.ts'

/** The same form within this time is the same charge. */
const AGAIN_MS = 10 * MINUTE_MS

/**
 * Asks the customer for something that came to light after a return, with a reason, and a picture from an amount on. The
 * same person sending the same again within ten minutes gets the first one. With `draft` it is the one that was saved. Throws STATUS_CONFLICT before the return and
 * 30 days after it, INVALID_FIELDS for a missing picture, where ten are asked for already, and for a draft that is sent or deleted. Source: issue 18; *ours*.
 */
export const chargeByHand = api.company.protocols.chargeByHand.handler(async ({ input, context }) => {
  const { deps, person, reservation: before } = context
  const { what, amount, reason, image, draft: isDraft } = input
  const currency = currencyIn(before)
  await guardReturned(deps, before)
  const picture = image && image.size > 0 ? await pictureOf(image) : undefined
  const photo = publicId()
  const file_key = `protocols/photo-${photo}.jpg`
  if (picture) await deps.files.put(file_key, picture.body)
  const row = await inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, before.id)
    const at = deps.now()
    const asked = await chargesOf(tx, reservation.id)
    const same = asked.find(
      (one) =>
        one.account_id === person.id &&
        one.amount === amount &&
        one.reason === reason &&
        at.getTime() - one.created_at.getTime() < AGAIN_MS,
    )
    if (same) {
      if (picture) await removeAfterCommit(deps, tx, [file_key])
      return same
    }
    const draft = isDraft ? await takeDraft(tx, reservation.id) : null
    const kept = picture ? null : (draft?.photo_id ?? null)
    if (!picture && !kept && amount > PICTURE_ABOVE[currency]) throw invalidFields({ image: ['picture_required'] })
    if (asked.length >= HAND_CHARGES_MAX) throw invalidFields({ '': ['too_many_charges'] })
    if (picture)
      await keepPhoto(tx, { ...picture, id: photo, reservation: reservation.id, file_key, by: person.id, at })
    const lines = [handCharge(what, amount)]
    const made = await propose(deps, tx, {
      ...{ reservation, kind: 'HAND', lines, currency, by: person.id, reason, photo: picture ? photo : kept },
    })
    if (draft?.photo_id && !kept) await dropPhoto(deps, tx, draft.photo_id)
    return made
  }).catch(async (error: unknown) => {
    if (picture) await deps.files.remove(file_key)
    throw error
  })
  return shownProposal(deps.db, row, { isCustomer: false, now: deps.now() })
})

/** Throws STATUS_CONFLICT before the return and `CHARGE_DAYS` after it. */
export async function guardReturned({ db, now }: Deps, { id, status }: ReservationRow) {
  const back = await db
    .selectFrom('reservation_event')
    .select((of) => of.fn.max('at').as('at'))
    .where('reservation_id', '=', id)
    .where('status', '=', 'COMPLETED')
    .executeTakeFirst()
  const isOver = !back?.at || now().getTime() > back.at.getTime() + CHARGE_DAYS * DAY_MS
  if (status !== 'COMPLETED' || isOver) throw errors.STATUS_CONFLICT({ data: { status } })
}

function chargesOf(tx: Tx, reservation: string) {
  return tx
    .selectFrom('proposal')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('kind', '=', 'HAND')
    .where('status', '<>', 'WITHDRAWN')
    .execute()
}

/** Takes the draft away, locked. Throws INVALID_FIELDS where it is sent or deleted. */
async function takeDraft(tx: Tx, reservation: string) {
  const draft = await tx
    .deleteFrom('charge_draft')
    .where('reservation_id', '=', reservation)
    .returning('photo_id')
    .executeTakeFirst()
  if (!draft) throw invalidFields({ '': ['charge_sent'] })
  return draft
}

/** Deletes the row of a picture, and its file after the commit. */
export async function dropPhoto(deps: Pick<Deps, 'enqueue'>, tx: Tx, id: string): Promise<void> {
  const row = await tx.deleteFrom('protocol_photo').where('id', '=', id).returning('file_key').executeTakeFirst()
  if (row) await removeAfterCommit(deps, tx, [row.file_key])
}

type Kept = Awaited<ReturnType<typeof pictureOf>> & {
  id: string
  reservation: string
  file_key: string
  by: string
  at: Date
}

/** Stores the row of a picture of a charge. */
export async function keepPhoto(tx: Tx, { id, reservation, file_key, body, source, width, height, by, at }: Kept) {
  await tx
    .insertInto('protocol_photo')
    .values({
      ...{ id, reservation_id: reservation, kind: 'CHARGE', view: 'OTHER', file_key, width, height },
      // The id makes it one of its own: one picture may show what two charges are for.
      ...{ source_sha256: `${id} ${sha256Of(source)}`, sha256: sha256Of(body), bytes: body.length },
      ...{ account_id: by, arrived_at: at },
    })
    .execute()
}

/** A picture of a charge, re-encoded. Throws INVALID_FIELDS. */
export async function pictureOf(image: File) {
  if (image.size > UPLOAD_BYTES) throw invalidFields({ image: ['file_size'] })
  const source = new Uint8Array(await image.arrayBuffer())
  try {
    return { ...(await reencodePicture(source)), source }
  } catch (error) {
    if (!(error instanceof PhotoRefused)) throw error
    throw invalidFields({ image: [error.reason === 'too_many_bytes' ? 'file_size' : 'image_type'] })
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
