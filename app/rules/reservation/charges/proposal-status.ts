/**
 * Every status of a proposal, by which a company asks for money after a return. DRAFT: not sent yet, and the customer does not know
 * of it. DISMISSED and RULED: an operator decided a dispute, so that nothing is owed, or something is still to be paid.
 */
export const PROPOSAL_STATUSES = [
  'DRAFT',
  'OPEN',
  'ACCEPTED',
  'DISPUTED',
  'RULED',
  'DISMISSED',
  'WITHDRAWN',
  'PAID',
] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** Who changes it; SYSTEM is a verified payment. */
export type ProposalActor = 'CUSTOMER' | 'COMPANY' | 'OPERATOR' | 'SYSTEM'

const CUSTOMER: readonly ProposalActor[] = ['CUSTOMER']
const COMPANY: readonly ProposalActor[] = ['COMPANY']
const OPERATOR: readonly ProposalActor[] = ['OPERATOR']
const PAYING: readonly ProposalActor[] = ['COMPANY', 'SYSTEM']

/**
 * Only what the customer accepted or an operator decided is owed. A disputed one may still be accepted; one that nobody answers
 * becomes disputed by the company, so that silence never pays.
 */
const TRANSITIONS: Record<ProposalStatus, Partial<Record<ProposalStatus, readonly ProposalActor[]>>> = {
  DRAFT: { OPEN: COMPANY, WITHDRAWN: COMPANY },
  OPEN: { ACCEPTED: CUSTOMER, DISPUTED: ['CUSTOMER', 'COMPANY'], WITHDRAWN: COMPANY },
  DISPUTED: { ACCEPTED: CUSTOMER, WITHDRAWN: COMPANY, RULED: OPERATOR, DISMISSED: OPERATOR, PAID: OPERATOR },
  ACCEPTED: { PAID: PAYING, WITHDRAWN: COMPANY },
  RULED: { PAID: PAYING, WITHDRAWN: COMPANY },
  DISMISSED: {},
  WITHDRAWN: {},
  PAID: {},
}

/** Statuses in which something is to be paid. */
export const OWED: readonly ProposalStatus[] = ['ACCEPTED', 'RULED']

/** Statuses in which the customer or an operator has agreed or decided, so that the company cannot undo the return. */
export const SETTLED: readonly ProposalStatus[] = ['ACCEPTED', 'RULED', 'DISMISSED', 'PAID']

/** Whether this actor may take a proposal from one status to another. Source: *ours*. */
export function mayChangeProposal(from: ProposalStatus, to: ProposalStatus, actor: ProposalActor): boolean {
  return TRANSITIONS[from][to]?.includes(actor) ?? false
}
