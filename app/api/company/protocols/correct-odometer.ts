import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { shownProtocol } from '#app/api/reservations/read/records/records.ts'
import { termsOf } from '#app/api/reservations/read/terms.ts'
import { changeProposal } from '#app/api/reservations/status/proposal.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { deskMoneyOf, type ProposalRow, type ProtocolRow, validProtocol } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { rentalTerms } from '#app/rules/reservation/agreed-terms.ts'
import { type ChargeLine, kilometreLine, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import { isCorrectable } from '#app/rules/reservation/protocol.ts'
import { propose } from './charges/proposals.ts'

/**
 * Corrects the odometer of a finished record; what it said, and why it was wrong, stays in it for both sides. Kilometres
 * that the customer was asked for and has not paid are asked for anew. The same correction twice is one. Throws
 * CHANGED_MEANWHILE if a colleague was faster, STATUS_CONFLICT where there is no record, or it is too late. Source: issue 18.
 */
export const correctOdometer = api.company.protocols.correctOdometer.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { kind, odometer, former, reason } = input
  const [pickUp, back, money] = await Promise.all([
    validProtocol(tx, { reservation: reservation.id, kind: 'PICK_UP' }),
    validProtocol(tx, { reservation: reservation.id, kind: 'RETURN' }),
    deskMoneyOf(tx, reservation.id),
  ])
  const record = kind === 'PICK_UP' ? pickUp : back
  if (!record) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  const photos = await tx.selectFrom('protocol_photo').selectAll().where('protocol_id', '=', record.id).execute()
  if (record.odometer === odometer) return shownProtocol(record, { photos, money })
  if (record.odometer !== former) throw errors.CHANGED_MEANWHILE()
  const now = deps.now()
  if (!isCorrectable(record, { back, now })) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  guardOrder(kind, { odometer, pickUp, back })
  await giveReason(tx, reason)
  const correction = { former, odometer, reason, by: person.id, at: now.toISOString() }
  const row = await tx
    .updateTable('protocol')
    .set({ odometer, corrections: JSON.stringify([...record.corrections, correction]) })
    .where('id', '=', record.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const records = { pickUp: kind === 'PICK_UP' ? row : pickUp, back: kind === 'RETURN' ? row : back }
  await askAnew(deps, tx, { reservation, ...records, by: person.id })
  return shownProtocol(row, { photos, money })
})

/** A vehicle never comes back with fewer kilometres than it left with. */
function guardOrder(
  kind: ProtocolRow['kind'],
  { odometer, pickUp, back }: { odometer: number; pickUp: ProtocolRow | undefined; back: ProtocolRow | undefined },
) {
  if (kind === 'RETURN' && pickUp && odometer < pickUp.odometer)
    throw invalidFields({ odometer: ['odometer_less'] }, { odometer: { km: pickUp.odometer } })
  if (kind === 'PICK_UP' && back && odometer > back.odometer)
    throw invalidFields({ odometer: ['odometer_more'] }, { odometer: { km: back.odometer } })
}

/**
 * Replaces the kilometres in a charge that is not paid: one that is not sent yet is changed; one that is sent is withdrawn, and the
 * customer answers the new one, even if they had accepted. One that is disputed is left to the operator, and one that the company withdrew
 * stays so.
 */
async function askAnew(
  deps: Deps,
  tx: Tx,
  asked: { reservation: ReservationRow; pickUp: ProtocolRow | undefined; back: ProtocolRow | undefined; by: string },
) {
  const { reservation, pickUp, back, by } = asked
  if (!pickUp || !back) return
  const terms = await termsOf(tx, reservation)
  const line = kilometreLine({
    driven: back.odometer - pickUp.odometer,
    rental: rentalTerms(reservation, terms),
    price: terms.km,
  })
  const made = await tx
    .selectFrom('proposal')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', 'RETURN')
    .forUpdate()
    .execute()
  const former = made.find(({ status }) => status !== 'WITHDRAWN')
  if (former ? !mayReplace(former) : made.length > 0) return
  const lines = [...line, ...(former?.lines ?? []).filter(({ kind }) => kind !== 'km')]
  const amount = sumOf(lines)
  if (former && amount === former.amount) return
  if (former?.status === 'DRAFT') return correctDraft(tx, former, { lines, amount, at: deps.now() })
  if (former) await changeProposal(tx, former, { to: 'WITHDRAWN', set: { decided_at: deps.now() } })
  if (amount > 0) {
    const currency = currencyIn(reservation)
    const isDraft = former === undefined
    await propose(deps, tx, { reservation, kind: 'RETURN', lines, currency, protocol: back.id, by, isDraft })
  } else if (former) {
    await notify(deps, tx, { kind: 'chargeWithdrawn', reservation: reservation.id, amount: former.amount })
  }
}

const mayReplace = ({ status }: ProposalRow) => status === 'DRAFT' || status === 'OPEN' || status === 'ACCEPTED'

/** One that the customer does not know of is changed where it is. */
async function correctDraft(
  tx: Tx,
  draft: ProposalRow,
  { lines, amount, at }: { lines: readonly ChargeLine[]; amount: number; at: Date },
) {
  if (amount === 0) return changeProposal(tx, draft, { to: 'WITHDRAWN', set: { decided_at: at } })
  return changeProposal(tx, draft, { to: 'DRAFT', set: { lines: JSON.stringify(lines), amount } })
}
