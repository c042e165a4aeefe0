import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { requestChange } from '#app/api/operator/approvals/approval-requests.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { ruledAmount } from '#app/rules/reservation/charges/dispute.ts'
import { endDispute, lockDispute } from './end-dispute.ts'

/**
 * An operator's ruling on a dispute: one, which books what is owed. Above the limits of refunds a second operator approves; says
 * whether it waits. The same operator sending the same again gets the same answer. Throws DISPUTE_DECIDED where somebody was
 * faster or nothing is disputed any more, APPROVAL_WAITS, INVALID_FIELDS, NOT_FOUND. Source: decisions.md, "Decided after the
 * second look".
 */
export const rule = api.operator.disputes.rule.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, ruling, amount, reason } = input
  return inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const found = await lockDispute(tx, id)
    const { dispute, proposal, reservation } = found
    const wanted = ruledAmount(proposal.amount, { ruling, amount })
    if ('fieldError' in wanted) throw invalidFields({ amount: [wanted.fieldError] })
    const { ruled } = wanted
    const isSame = dispute.decided_by === person.id && proposal.ruled === ruled && dispute.reason === reason
    if (isSame) return { id, waits: false }
    if (proposal.status !== 'DISPUTED') throw errors.DISPUTE_DECIDED()
    const waits = await movementNeedsApproval(deps, tx, {
      ...{ operator: person.id, currency: currencyIn(proposal) },
      shares: [{ receiver: String(reservation.company_id), amount: ruled }],
    })
    if (waits)
      await requestChange(deps, tx, { by: person.id, reason, change: { kind: 'RULING', dispute: id, ruled, reason } })
    else await endDispute(deps, tx, found, { ruled, reason, by: person.id, alone: true })
    return { id, waits }
  })
})
