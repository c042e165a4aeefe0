import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { shippedText } from '#app/api/notifications/texts.ts'
import { shownProposal } from '#app/api/reservations/read/records.ts'
import { changeProposal, guardProposal, lockProposal, markPaid } from '#app/api/reservations/status/proposal.ts'
import { openTicket } from '#app/api/support/write-tickets.ts'
import { depositHeld, deskMoneyOf, type ProposalRow } from '#app/db/protocol.ts'
import { currencyIn, numberOf, type ReservationRow } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { type ChargeLine, sumOf } from '#app/rules/reservation/return-proposal.ts'
import { takeAtDesk } from './desk-money.ts'
import { lateLines } from './late-fee.ts'

type Wanted = {
  reservation: ReservationRow
  kind: ProposalRow['kind']
  lines: readonly ChargeLine[]
  currency: CurrencyCode
  protocol?: string
  by: string
}

/** Proposes a charge for what a return has shown; the customer is notified, and nothing is paid yet. */
export async function propose(deps: Deps, tx: Tx, wanted: Wanted): Promise<ProposalRow> {
  const { reservation, kind, lines, currency, protocol = null, by } = wanted
  const amount = sumOf(lines)
  const row = await tx
    .insertInto('proposal')
    .values({
      ...{ id: publicId(), reservation_id: reservation.id, protocol_id: protocol, kind, amount, status: 'OPEN' },
      ...{ lines: JSON.stringify(lines), currency_id: CURRENCY_IDS[currency], account_id: by, created_at: deps.now() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await notify(deps, tx, { kind: 'chargeProposed', reservation: reservation.id, amount })
  return row
}

/**
 * The customer accepts a proposal, which is due from then on, or disputes it, which opens a ticket about the
 * reservation. The company is notified. The same answer twice counts once. Throws PROPOSAL_CONFLICT.
 */
export const answerProposal = api.reservations.answerProposal.handler(async ({ input, context }) => {
  const { deps, tx, person, language, reservation } = context
  const to = input.answer === 'ACCEPT' ? 'ACCEPTED' : 'DISPUTED'
  const before = await lockProposal(tx, reservation, input.proposal)
  if (before.status === to) return shownProposal(before, { isCustomer: true })
  guardProposal(before, to, 'CUSTOMER')
  const at = deps.now()
  const { message } = input
  if (to === 'DISPUTED' && !message) throw invalidFields({ message: ['required'] })
  const ticket =
    to === 'DISPUTED' &&
    (await openTicket(tx, {
      ...{ person, department: 'FINANCIAL', reservation: reservation.id, message, attachments: [], at },
      subject: shippedText(language, 'disputeSubject', { number: numberOf(reservation) }),
    }))
  const row = await changeProposal(tx, before, { to, set: { decided_at: at, ...(ticket && { ticket_id: ticket }) } })
  const kind = to === 'ACCEPTED' ? 'chargeAccepted' : 'chargeDisputed'
  await notify(deps, tx, { kind, reservation: reservation.id, amount: row.amount })
  return shownProposal(row, { isCustomer: true })
})

/** The company withdraws it, and the customer is notified. Twice is once. Throws PROPOSAL_CONFLICT. */
export const withdrawProposal = api.company.protocols.withdrawProposal.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const before = await lockProposal(tx, reservation, input.proposal)
  if (before.status === 'WITHDRAWN') return shownProposal(before, { isCustomer: false })
  guardProposal(before, 'WITHDRAWN', 'COMPANY')
  const row = await changeProposal(tx, before, { to: 'WITHDRAWN', set: { decided_at: deps.now() } })
  await notify(deps, tx, { kind: 'chargeWithdrawn', reservation: reservation.id, amount: row.amount })
  return shownProposal(row, { isCustomer: false })
})

/**
 * An accepted charge was received at the desk, or is deducted from the deposit that the company holds. Twice is once.
 * Throws PROPOSAL_CONFLICT, and INVALID_FIELDS if the deposit is lower.
 */
export const settleProposal = api.company.protocols.settleProposal.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { by, reference } = input
  const before = await lockProposal(tx, reservation, input.proposal)
  if (before.status === 'PAID' && before.paid_by === by) return shownProposal(before, { isCustomer: false })
  guardProposal(before, 'PAID', 'COMPANY')
  const noted = { amount: before.amount, reference, proposal: before.id, by: person.id, at: deps.now() }
  const isFromDeposit = by === 'DEPOSIT'
  if (!isFromDeposit && !input.way) throw invalidFields({ way: ['required'] })
  await takeAtDesk(tx, reservation, {
    ...noted,
    purpose: isFromDeposit ? 'CHARGE_FROM_DEPOSIT' : 'CHARGE',
    way: isFromDeposit ? await heldAs(tx, reservation, before.amount) : (input.way ?? 'CASH'),
  })
  return shownProposal(await markPaid(deps, tx, { proposal: before, by }), { isCustomer: false })
})

/** Proposes the fee of a late return; less than the rule allows, but never more. */
export const chargeLate = api.company.protocols.chargeLate.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const before = await tx
    .selectFrom('proposal')
    .selectAll()
    .where('reservation_id', '=', reservation.id)
    .where('kind', '=', 'LATE')
    .where('status', '<>', 'WITHDRAWN')
    .executeTakeFirst()
  if (before?.account_id === person.id) return shownProposal(before, { isCustomer: false })
  if (before) throw errors.PROPOSAL_CONFLICT({ data: { status: before.status } })
  const [line] = await lateLines(tx, reservation)
  if (!line) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  const amount = input.amount ?? line.amount
  if (amount > line.amount || amount === 0)
    throw invalidFields({ amount: [amount === 0 ? 'min' : 'max'] }, { amount: { n: amount === 0 ? 1 : line.amount } })
  const lines = [amount === line.amount ? line : { ...line, quantity: 1, unit: amount, amount }]
  const made = await propose(deps, tx, {
    ...{ reservation, kind: 'LATE', lines, currency: currencyIn(reservation), by: person.id },
  })
  return shownProposal(made, { isCustomer: false })
})

/** The company returned the rest of the deposit; `amount` is what the page showed. */
export const giveDepositBack = api.company.protocols.giveDepositBack.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const money = await deskMoneyOf(tx, reservation.id)
  const held = depositHeld(money)
  const isDone = money.some(
    ({ purpose, account_id, amount }) =>
      purpose === 'DEPOSIT_BACK' && account_id === person.id && amount === input.amount,
  )
  if (held === 0 && isDone) return { id: reservation.id, deposit_held: 0 }
  if (held === 0 || held !== input.amount) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  const way = await heldAs(tx, reservation, held)
  await takeAtDesk(tx, reservation, { purpose: 'DEPOSIT_BACK', way, amount: held, by: person.id, at: deps.now() })
  return { id: reservation.id, deposit_held: 0 }
})

/** Withdraws the charge that was proposed after a return; returns it. */
export async function dropProposals(
  tx: Tx,
  { reservation, at }: { reservation: string; at: Date },
): Promise<ProposalRow[]> {
  const rows = await tx
    .selectFrom('proposal')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('status', '<>', 'WITHDRAWN')
    .forUpdate()
    .execute()
  for (const row of rows) {
    guardProposal(row, 'WITHDRAWN', 'COMPANY')
    await changeProposal(tx, row, { to: 'WITHDRAWN', set: { decided_at: at } })
  }
  return rows
}

/** In which form the company holds the deposit. Throws INVALID_FIELDS if it holds less. */
async function heldAs(tx: Tx, { id }: ReservationRow, amount: number) {
  const money = await deskMoneyOf(tx, id)
  if (depositHeld(money) < amount) throw invalidFields({ by: ['more_than_held'] })
  return money.find(({ purpose }) => purpose === 'DEPOSIT')?.way ?? 'CASH'
}
