import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { shippedText } from '#app/api/notifications/texts.ts'
import { shownProposal } from '#app/api/reservations/read/records/proposals.ts'
import { openDispute } from '#app/api/reservations/status/dispute.ts'
import { changeProposal, guardProposal, lockProposal, markPaid } from '#app/api/reservations/status/proposal.ts'
import { openTicket } from '#app/api/support/write-tickets.ts'
import type { ProposalRow } from '#app/db/protocol.ts'
import { currencyIn, numberOf, type ReservationRow } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { leftToPay } from '#app/rules/reservation/charges/dispute.ts'
import { type ChargeLine, sumOf } from '#app/rules/reservation/charges/return-proposal.ts'
import { keepOfDeposit } from '../deposit-steps.ts'
import { takeAtDesk } from '../desk-money.ts'
import { lateLines } from '../late-fee.ts'

type Wanted = {
  reservation: ReservationRow
  kind: ProposalRow['kind']
  lines: readonly ChargeLine[]
  currency: CurrencyCode
  protocol?: string
  by: string
  /** Of a charge by hand. */
  reason?: string
  photo?: string | null
  /** It waits until the company sends it. */
  isDraft?: boolean
}

/**
 * Proposes a charge for what a return has shown, or came to light after it. The customer is notified unless it is a draft, and
 * nothing is paid yet.
 */
export async function propose(deps: Deps, tx: Tx, wanted: Wanted): Promise<ProposalRow> {
  const {
    reservation,
    kind,
    lines,
    currency,
    protocol = null,
    by,
    reason = null,
    photo = null,
    isDraft = false,
  } = wanted
  const amount = sumOf(lines)
  const now = deps.now()
  const row = await tx
    .insertInto('proposal')
    .values({
      ...{ id: publicId(), reservation_id: reservation.id, protocol_id: protocol, kind, amount },
      ...(isDraft ? { status: 'DRAFT' } : { status: 'OPEN', sent_at: now }),
      ...{ lines: JSON.stringify(lines), currency_id: CURRENCY_IDS[currency], account_id: by, created_at: now },
      ...{ reason, photo_id: photo },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!isDraft) await notify(deps, tx, { kind: 'chargeProposed', reservation: reservation.id, amount })
  return row
}

/**
 * The customer accepts a proposal, which is due from then on, or disputes it, which opens a ticket about the
 * reservation. The company is notified. The same answer twice counts once. Throws PROPOSAL_CONFLICT.
 */
export const answerProposal = api.reservations.answerProposal.handler(async ({ input, context }) => {
  const { deps, tx, person, language, reservation } = context
  const to = input.answer === 'ACCEPT' ? 'ACCEPTED' : 'DISPUTED'
  const at = deps.now()
  const before = await lockProposal(tx, reservation, input.proposal)
  if (!before.sent_at) throw errors.NOT_FOUND()
  if (before.status === to) return shownProposal(tx, before, { isCustomer: true, now: at })
  guardProposal(before, to, 'CUSTOMER')
  const { message } = input
  if (to === 'DISPUTED' && !message) throw invalidFields({ message: ['required'] })
  const ticket =
    to === 'DISPUTED' &&
    (await openTicket(tx, {
      ...{ person, department: 'FINANCIAL', reservation: reservation.id, message, attachments: [], at },
      subject: shippedText(language, 'disputeSubject', { number: numberOf(reservation) }),
    }))
  if (message && to === 'DISPUTED') await openDispute(tx, before, { side: 'CUSTOMER', message, by: person.id, at })
  const row = await changeProposal(tx, before, { to, set: { decided_at: at, ...(ticket && { ticket_id: ticket }) } })
  const kind = to === 'ACCEPTED' ? 'chargeAccepted' : 'chargeDisputed'
  await notify(deps, tx, { kind, reservation: reservation.id, amount: row.amount })
  return shownProposal(tx, row, { isCustomer: true, now: at })
})

/** The company withdraws it, and the customer is notified if it was sent. Twice is once. Throws PROPOSAL_CONFLICT. */
export const withdrawProposal = api.company.protocols.withdrawProposal.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const before = await lockProposal(tx, reservation, input.proposal)
  const reader = { isCustomer: false, now: deps.now() }
  if (before.status === 'WITHDRAWN') return shownProposal(tx, before, reader)
  guardProposal(before, 'WITHDRAWN', 'COMPANY')
  const row = await changeProposal(tx, before, { to: 'WITHDRAWN', set: { decided_at: deps.now() } })
  if (row.sent_at) await notify(deps, tx, { kind: 'chargeWithdrawn', reservation: reservation.id, amount: row.amount })
  return shownProposal(tx, row, reader)
})

/**
 * An accepted charge was received at the desk, or is deducted from the deposit that the company holds. Twice is once.
 * Throws PROPOSAL_CONFLICT, and INVALID_FIELDS if the deposit is lower.
 */
export const settleProposal = api.company.protocols.settleProposal.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { by, reference } = input
  const before = await lockProposal(tx, reservation, input.proposal)
  const at = deps.now()
  const reader = { isCustomer: false, now: at }
  if (before.status === 'PAID' && before.paid_by === by) return shownProposal(tx, before, reader)
  guardProposal(before, 'PAID', 'COMPANY')
  const amount = leftToPay(before)
  const noted = { amount, reference, proposal: before.id, by: person.id, at }
  const isFromDeposit = by === 'DEPOSIT'
  if (!isFromDeposit && !input.way) throw invalidFields({ way: ['required'] })
  if (isFromDeposit) await keepOfDeposit(tx, reservation, { ...noted, ground: groundOf(before) })
  else await takeAtDesk(tx, reservation, { ...noted, purpose: 'CHARGE', way: input.way ?? 'CASH' })
  return shownProposal(tx, await markPaid(deps, tx, { proposal: before, by }), reader)
})

/** Why a charge is owed. `guardProposal` has let nothing else through. */
const groundOf = ({ ruled }: ProposalRow) => (ruled === null ? 'ACCEPTED' : 'RULED')

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
  const reader = { isCustomer: false, now: deps.now() }
  if (before?.account_id === person.id) return shownProposal(tx, before, reader)
  if (before) throw errors.PROPOSAL_CONFLICT({ data: { status: before.status } })
  const [line] = await lateLines(tx, reservation, deps.now())
  if (!line) throw errors.STATUS_CONFLICT({ data: { status: reservation.status } })
  const amount = input.amount ?? line.amount
  if (amount > line.amount || amount === 0)
    throw invalidFields({ amount: [amount === 0 ? 'min' : 'max'] }, { amount: { n: amount === 0 ? 1 : line.amount } })
  const lines = [amount === line.amount ? line : { ...line, quantity: 1, unit: amount, amount }]
  const made = await propose(deps, tx, {
    ...{ reservation, kind: 'LATE', lines, currency: currencyIn(reservation), by: person.id },
  })
  return shownProposal(tx, made, reader)
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
