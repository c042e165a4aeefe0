/** Every status of a proposal: what a company asks for after a return, until it is paid or dropped. */
export const PROPOSAL_STATUSES = ['OPEN', 'ACCEPTED', 'DISPUTED', 'WITHDRAWN', 'PAID'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** Who changes it; SYSTEM is a verified payment. */
export type ProposalActor = 'CUSTOMER' | 'COMPANY' | 'SYSTEM'

const CUSTOMER: readonly ProposalActor[] = ['CUSTOMER']
const COMPANY: readonly ProposalActor[] = ['COMPANY']

/** Nothing is charged without the customer's word: only what was accepted is paid. Who disputed may still accept. */
const TRANSITIONS: Record<ProposalStatus, Partial<Record<ProposalStatus, readonly ProposalActor[]>>> = {
  OPEN: { ACCEPTED: CUSTOMER, DISPUTED: CUSTOMER, WITHDRAWN: COMPANY },
  DISPUTED: { ACCEPTED: CUSTOMER, WITHDRAWN: COMPANY },
  ACCEPTED: { PAID: ['COMPANY', 'SYSTEM'], WITHDRAWN: COMPANY },
  WITHDRAWN: {},
  PAID: {},
}

/** Whether this actor may take a proposal from one status to another. Source: issue 10. */
export function mayChangeProposal(from: ProposalStatus, to: ProposalStatus, actor: ProposalActor): boolean {
  return TRANSITIONS[from][to]?.includes(actor) ?? false
}
