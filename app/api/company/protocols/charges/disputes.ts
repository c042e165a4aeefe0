import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { shownProposal } from '#app/api/reservations/read/records/proposals.ts'
import { addStatement, openDispute } from '#app/api/reservations/status/dispute.ts'
import { changeProposal, guardProposal, lockProposal } from '#app/api/reservations/status/proposal.ts'
import { answerBy } from '#app/rules/reservation/charges/dispute.ts'

/** What the company says to a dispute, which its customer hears of. The same twice is one. Throws PROPOSAL_CONFLICT. */
export const answer = api.company.disputes.answer.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const at = deps.now()
  const proposal = await lockProposal(tx, reservation, input.proposal)
  if (proposal.status !== 'DISPUTED') throw errors.PROPOSAL_CONFLICT({ data: { status: proposal.status } })
  const isNew = await addStatement(tx, proposal, { side: 'COMPANY', message: input.message, by: person.id, at })
  if (isNew) await notify(deps, tx, { kind: 'disputeAnswered', reservation: reservation.id, amount: proposal.amount })
  return shownProposal(tx, proposal, { isCustomer: false, now: at })
})

/** What else the customer says to a dispute. The same twice is one. Throws PROPOSAL_CONFLICT. */
export const addToDispute = api.reservations.addToDispute.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const at = deps.now()
  const proposal = await lockProposal(tx, reservation, input.proposal)
  if (proposal.status !== 'DISPUTED') throw errors.PROPOSAL_CONFLICT({ data: { status: proposal.status } })
  await addStatement(tx, proposal, { side: 'CUSTOMER', message: input.message, by: person.id, at })
  return shownProposal(tx, proposal, { isCustomer: true, now: at })
})

/**
 * Lets an operator decide what the customer has not answered in time: silence is no consent. The customer is notified and may
 * still accept it, or say something to it. Twice is once. Throws PROPOSAL_CONFLICT, and INVALID_FIELDS while the customer may
 * still answer. Source: *ours*; decisions.md, "Decided after the second look".
 */
export const escalate = api.company.disputes.escalate.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const at = deps.now()
  const reader = { isCustomer: false, now: at }
  const before = await lockProposal(tx, reservation, input.proposal)
  if (before.status === 'DISPUTED') return shownProposal(tx, before, reader)
  guardProposal(before, 'DISPUTED', 'COMPANY')
  if (at < answerBy(before.sent_at ?? before.created_at)) throw invalidFields({ message: ['still_answerable'] })
  await openDispute(tx, before, { side: 'COMPANY', message: input.message, by: person.id, at })
  const row = await changeProposal(tx, before, { to: 'DISPUTED', set: { decided_at: at } })
  await notify(deps, tx, { kind: 'disputeOpened', reservation: reservation.id, amount: row.amount })
  return shownProposal(tx, row, reader)
})
