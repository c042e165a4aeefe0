/** What an operator may do: everything, or one part of the work. Source: decisions.md, "Decided after the second look". */
export const OPERATOR_ROLES = ['ALL', 'MONEY', 'CONTENT', 'SUPPORT'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
/** A part of operators' work, as calls name it: whoever may do all of it does each. */
export type OperatorWork = Exclude<OperatorRole, 'ALL'>

/** Whether an operator of this role does work that is of one of these parts. */
export function doesWork(role: OperatorRole, parts: readonly OperatorWork[]): boolean {
  return role === 'ALL' || parts.includes(role)
}
