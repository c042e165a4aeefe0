/** Every status of an application to become a partner. */
export const APPLICATION_STATUSES = ['DRAFT', 'SENT', 'APPROVED', 'REJECTED'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** The commission of a new company, unless an operator sets another; and the most that one may be. */
export const FIRST_COMMISSION_PERCENT = 12

/** What a partner rents out. */
export const RENTED_KINDS = ['CAR', 'MOTORBIKE'] as const
export type RentedKind = (typeof RENTED_KINDS)[number]

/** The documents that an applicant can send: the trade register's, somebody's identity, and what an operator asks for. */
export const APPLICATION_DOCUMENTS = ['REGISTER', 'IDENTITY', 'OTHER'] as const
export type ApplicationDocument = (typeof APPLICATION_DOCUMENTS)[number]
/** The most documents of one application. Source: *ours*. */
export const DOCUMENTS_MAX = 10

/** Who changes the status. */
export type ApplicationActor = 'APPLICANT' | 'OPERATOR'

const TRANSITIONS: Record<ApplicationStatus, Partial<Record<ApplicationStatus, ApplicationActor>>> = {
  DRAFT: { SENT: 'APPLICANT' },
  // Back to its author, who adds what an operator asks for.
  SENT: { APPROVED: 'OPERATOR', REJECTED: 'OPERATOR', DRAFT: 'OPERATOR' },
  APPROVED: {},
  REJECTED: {},
}

/** Whether this actor may take an application from one status to another; after a rejection a new one begins. Source: *ours*. */
export function mayChangeApplication(from: ApplicationStatus, to: ApplicationStatus, actor: ApplicationActor): boolean {
  return TRANSITIONS[from][to] === actor
}

/** The steps of the form in order, with the fields that each requires before the application can be sent. */
export const APPLICATION_STEPS = {
  company: ['company_name', 'latin_name', 'legal_name', 'legal_id'],
  contact: ['contact_name'],
  place: ['city', 'place_kind', 'place_name', 'address'],
  fleet: ['kinds', 'vehicles'],
  bank: [],
  documents: [],
  check: [],
} as const
export type ApplicationStep = keyof typeof APPLICATION_STEPS
export const STEP_NAMES = Object.keys(APPLICATION_STEPS) as ApplicationStep[]
export type NeededField = (typeof APPLICATION_STEPS)[ApplicationStep][number]

/** The required fields that are missing, in the order of the steps. */
export function missingFields(given: Readonly<Record<NeededField, unknown>>): NeededField[] {
  const isMissing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return STEP_NAMES.flatMap((step) => [...APPLICATION_STEPS[step]]).filter((field) => isMissing(given[field]))
}

/** The first incomplete step, or the last one. */
export function nextStep(missing: readonly NeededField[]): ApplicationStep {
  const holds = (step: ApplicationStep) =>
    missing.some((field) => (APPLICATION_STEPS[step] as readonly string[]).includes(field))
  return STEP_NAMES.find(holds) ?? 'check'
}

/** The slug of a company's page: `Sahel Sabz & Co.` is `sahel-sabz-co`. Empty where no letter is Latin. */
export function slugOf(latinName: string): string {
  const plain = latinName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
}
