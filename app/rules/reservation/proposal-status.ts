/** Every status of a proposal, by which a company asks for money after a return. */
export const PROPOSAL_STATUSES = ['OPEN', 'ACCEPTED', 'DISPUTED', 'WITHDRAWN', 'PAID'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** Who changes it; SYSTEM is a verified payment. */
export type ProposalActor = 'CUSTOMER' | 'COMPANY' | 'SYSTEM'

const CUSTOMER: readonly ProposalActor[] = ['CUSTOMER']
const COMPANY: readonly ProposalActor[] = ['COMPANY']

/** Only accepted proposals are charged. A disputed one may still be accepted. */
const TRANSITIONS: Record<ProposalStatus, Partial<Record<ProposalStatus, readonly ProposalActor[]>>> = {
  OPEN: { ACCEPTED: CUSTOMER, DISPUTED: CUSTOMER, WITHDRAWN: COMPANY },
  DISPUTED: { ACCEPTED: CUSTOMER, WITHDRAWN: COMPANY },
  ACCEPTED: { PAID: ['COMPANY', 'SYSTEM'], WITHDRAWN: COMPANY },
  WITHDRAWN: {},
  PAID: {},
}

/** Whether this actor may take a proposal from one status to another. Source: *ours*. */
export function mayChangeProposal(from: ProposalStatus, to: ProposalStatus, actor: ProposalActor): boolean {
  return TRANSITIONS[from][to]?.includes(actor) ?? false
}
