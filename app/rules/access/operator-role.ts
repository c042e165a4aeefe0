/** What an operator may do: everything, or one part of the work. Source: decisions.md, "Decided after the second look". */
export const OPERATOR_ROLES = ['ALL', 'MONEY', 'CONTENT', 'SUPPORT'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
/** A part of the operators' work, as calls name it. The role ALL includes every part. */
export type OperatorWork = Exclude<OperatorRole, 'ALL'>

/** Whether an operator of this role may do work of any of these parts. */
export function doesWork(role: OperatorRole, parts: readonly OperatorWork[]): boolean {
  return role === 'ALL' || parts.includes(role)
}
