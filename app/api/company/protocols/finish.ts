import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { type ErrorValues, invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { actForCompany } from '#app/api/company/reservations/change-reserve.ts'
import { termsOf } from '#app/api/reservations/read/terms.ts'
import type { ProtocolFields } from '#app/contract/company/protocols.ts'
import { depositHeld, deskMoneyOf, type ProtocolRow, validProtocol } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { rentalTerms } from '#app/rules/reservation/agreed-terms.ts'
import { chargesAtReturn, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import { damagesAfter, FUEL_EIGHTHS, MARKS_MAX, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { propose } from './charges/proposals.ts'
import { holdDeposit, refusedDeposit, returnDeposit } from './deposit-steps.ts'
import { takeAtDesk } from './desk-money.ts'
import { dueOf } from './open-rent.ts'
import { papersError } from './papers.ts'
import { isOfVehicle, knownDamages } from './sheet.ts'

type Fields = z.output<typeof ProtocolFields>
type Writing = { reservation: ReservationRow; kind: ProtocolKind; fields: Fields; person: Person }

const ACTIONS = { PICK_UP: 'picked_up', RETURN: 'returned' } as const

/**
 * Hands a vehicle over or takes it back with its record, all in one transaction: the record and its photos become
 * final, the status changes, the desk's money is booked, a difference becomes a proposal that waits to be sent, and the customer is
 * sent a copy. The same person sending it again gets the same answer; a second colleague gets STATUS_CONFLICT. Source: *ours*.
 */
export const finish = api.company.protocols.finish.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { id: _, kind, ...fields } = input
  const { id } = reservation
  const before = await validProtocol(tx, { reservation: id, kind })
  if (before) return againstDone(tx, before, { reservation, person })
  const writing = { reservation, kind, fields, person }
  const record = await write(deps, tx, writing)
  await bookMoney(deps, tx, writing, record.id)
  const proposal = kind === 'RETURN' ? await proposeDifferences(deps, tx, writing, record) : null
  // Last, because it notifies the customer, with the record.
  await actForCompany(context, {
    action: ACTIONS[kind],
    reason: kind === 'PICK_UP' ? fields.papers_reason : fields.open_reason,
  })
  return { id, protocol: record.id, proposal }
})

async function againstDone(
  tx: Tx,
  { id, account_id }: ProtocolRow,
  { reservation, person }: { reservation: ReservationRow; person: Person },
) {
  if (account_id !== person.id) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  const made = await tx.selectFrom('proposal').select('id').where('protocol_id', '=', id).executeTakeFirst()
  return { id: reservation.id, protocol: id, proposal: made?.id ?? null }
}

async function write(deps: Deps, tx: Tx, { reservation, kind, fields, person }: Writing): Promise<ProtocolRow> {
  const { odometer, level, keys, kit, gone, marks, note, handed_by, received_by } = fields
  const [pickUp, ad, known, terms] = await Promise.all([
    kind === 'RETURN' ? validProtocol(tx, { reservation: reservation.id, kind: 'PICK_UP' }) : undefined,
    tx.selectFrom('ad').select('fuel').where('id', '=', reservation.ad_id).executeTakeFirstOrThrow(),
    knownDamages(tx, reservation, kind),
    termsOf(tx, reservation),
  ])
  const isElectric = ad.fuel === 'ELECTRIC'
  const wrong: Record<string, string[]> = {}
  const values: ErrorValues = {}
  if (pickUp && odometer < pickUp.odometer) {
    wrong.odometer = ['odometer_less']
    values.odometer = { km: pickUp.odometer }
  }
  if (!isElectric && level > FUEL_EIGHTHS) wrong.level = ['invalid']
  const stay = known.filter((_, index) => !gone.includes(index))
  if (stay.length + marks.length > MARKS_MAX) wrong.marks = ['too_many_marks']
  const papers =
    kind === 'PICK_UP' &&
    (await papersError(tx, { ad: reservation.ad_id, person, reason: fields.papers_reason, now: deps.now() }))
  if (papers) wrong.papers_reason = [papers]
  Object.assign(wrong, await moneyErrors(tx, { reservation, kind, fields }))
  const refused = kind === 'PICK_UP' && fields.deposit > 0 && (await refusedDeposit(tx, reservation, fields.deposit))
  if (refused) {
    wrong.deposit = [refused.why]
    values.deposit = refused.values
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong, values)
  const row = await tx
    .insertInto('protocol')
    .values({
      ...{ id: publicId(), reservation_id: reservation.id, ad_id: reservation.ad_id, kind, odometer },
      ...{ fuel: isElectric ? null : level, charge: isElectric ? level : null, keys: keys ?? null },
      ...{ kit: JSON.stringify(kit), known: JSON.stringify(damagesAfter({ known: stay, marks: [] })) },
      ...{ marks: JSON.stringify(marks), note: note ?? null, handed_by, received_by },
      ...{ terms: JSON.stringify(terms), account_id: person.id, done_at: deps.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('protocol_photo')
    .set({ protocol_id: row.id })
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', kind)
    .where(isOfVehicle(reservation))
    .execute()
  return row
}

/** A desk cannot receive more than is due, or return more than it holds. */
async function moneyErrors(tx: Tx, { reservation, kind, fields }: Omit<Writing, 'person'>) {
  const { deposit, deposit_way, received, received_way, open_reason } = fields
  const money = await deskMoneyOf(tx, reservation.id)
  const wrong: Record<string, string[]> = {}
  const due = dueOf(reservation, money)
  if (received > due) wrong.received = ['more_than_due']
  if (kind === 'RETURN' && received < due && !open_reason) wrong.open_reason = ['rent_open']
  if (received > 0 && !received_way) wrong.received_way = ['required']
  if (kind === 'RETURN' && deposit > depositHeld(money)) wrong.deposit = ['more_than_held']
  if (kind === 'PICK_UP' && deposit > 0 && !deposit_way) wrong.deposit_way = ['required']
  return wrong
}

async function bookMoney(deps: Deps, tx: Tx, { reservation, kind, fields, person }: Writing, protocol: string) {
  const { deposit, deposit_way = 'CASH', received, received_way = 'CASH', reference } = fields
  const noted = { protocol, by: person.id, at: deps.now() }
  await takeAtDesk(tx, reservation, { ...noted, purpose: 'RENT', way: received_way, amount: received, reference })
  if (kind === 'PICK_UP') {
    if (deposit > 0) await holdDeposit(deps, tx, reservation, { ...noted, way: deposit_way, amount: deposit })
    return
  }
  if (deposit > 0) await returnDeposit(deps, tx, reservation, { ...noted, amount: deposit })
}

async function proposeDifferences(deps: Deps, tx: Tx, { reservation, person }: Writing, back: ProtocolRow) {
  const pickUp = await validProtocol(tx, { reservation: reservation.id, kind: 'PICK_UP' })
  if (!pickUp) return null
  const terms = await termsOf(tx, reservation)
  const lines = chargesAtReturn({
    pickUp,
    back,
    damages: back.marks,
    rental: rentalTerms(reservation, terms),
    terms,
  })
  if (sumOf(lines) === 0) return null
  const made = await propose(deps, tx, {
    reservation,
    kind: 'RETURN',
    lines,
    currency: currencyIn(reservation),
    protocol: back.id,
    by: person.id,
    isDraft: true,
  })
  return made.id
}
