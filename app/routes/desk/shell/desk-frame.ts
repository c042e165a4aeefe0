import type { CompanyRole } from '#app/rules/access/company-role.ts'

/** The data of the frame around every page of the desk. */
export interface DeskFrame {
  company: { id: number; name: string; city: string; suspended: boolean; awaits_look: boolean }
  /** Null for operators. */
  role: CompanyRole | null
  /** Whom the others ask; empty for owners and operators. */
  owners: string[]
  waiting: number
  late: number
  messages: number
}
