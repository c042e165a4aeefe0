import { deskStaff, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { DisputeFields, Proposal } from './proposal.ts'

const { PROPOSAL_CONFLICT } = ERRORS
const disputing = locking(deskStaff, 'reservation')

export const disputes = {
  answer: disputing
    .meta(notifying(disputing, 300))
    .errors({ PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/proposals/answer/',
      summary: 'What the company says to a dispute, for its customer and the operator who decides (ours)',
      tags: ['company'],
    })
    .input(DisputeFields.extend({ id: PublicId }))
    .output(Proposal),
  escalate: disputing
    .meta(notifying(disputing, 300))
    .errors({ PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/proposals/escalate/',
      summary: 'Let an operator decide what the customer has not answered in time, with a statement (ours)',
      tags: ['company'],
    })
    .input(DisputeFields.extend({ id: PublicId }))
    .output(Proposal),
}
