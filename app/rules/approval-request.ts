import type { OperatorRole, OperatorWork } from './operator-role.ts'

/** What an operator asks for and a second one approves; money that moves waits in tables of its own. */
export type RequestedChange =
  /** Appoints, limits or, by null, removes an operator. */
  | { kind: 'OPERATOR'; account: string; role: OperatorRole | null }
  /** Amounts in the minor unit; what is left out stays. */
  | {
      kind: 'CONFIG'
      euro_rate?: number | undefined
      approval_irt?: number | undefined
      approval_eur?: number | undefined
    }
  | { kind: 'COMMISSION'; company: number; percent: number }
  /** Takes it away from another operator. */
  | { kind: 'SECOND_FACTOR'; account: string }
export type RequestKind = RequestedChange['kind']

/** Whose work each kind is, beside those who may do all of it. Source: *ours*. */
export const WORK_OF_REQUEST: Record<RequestKind, readonly OperatorWork[]> = {
  OPERATOR: [],
  CONFIG: ['MONEY'],
  COMMISSION: ['MONEY'],
  SECOND_FACTOR: [],
}
