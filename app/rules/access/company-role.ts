/**
 * What somebody on a company's staff may do: an OWNER everything, money included; DESK reservations and the fleet; a DRIVER
 * the work of the day. Source: decisions.md, "Commission, roles and desks".
 */
export const COMPANY_ROLES = ['OWNER', 'DESK', 'DRIVER'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** The roles that may use a company's calls unless the call names others. */
export const DESK_ROLES = ['OWNER', 'DESK'] as const satisfies readonly CompanyRole[]

type Staff = { role: 'CLIENT' | 'AGENT' | 'ADMIN'; staffRole: CompanyRole }

/** Their role in the company; null for an operator, who sees and does what its owner does. */
export function companyRoleOf({ role, staffRole }: Staff): CompanyRole | null {
  return role === 'ADMIN' ? null : staffRole
}

/** Whether the person is a driver, who sees the day's work and no money. */
export function isDriver(person: Staff): boolean {
  return companyRoleOf(person) === 'DRIVER'
}
