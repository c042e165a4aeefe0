import type { CompanyRole } from './company-role.ts'
import { COMPANY_ROLES, DESK_ROLES } from './company-role.ts'

const OWNER = ['OWNER'] as const

/** Who may open the desk's pages; the longest path that begins a page's own says it, and `:` stands for any one part. */
const PAGES: Readonly<Record<string, readonly CompanyRole[]>> = {
  '/desk': DESK_ROLES,
  '/desk/more': COMPANY_ROLES,
  '/desk/reservations/:': COMPANY_ROLES,
  '/desk/reservations/:/rent': DESK_ROLES,
  '/desk/reservations/:/late-fee': DESK_ROLES,
  '/desk/reservations/:/odometer': DESK_ROLES,
  '/desk/reservations/:/charge': DESK_ROLES,
  '/desk/reservations/:/vehicle': DESK_ROLES,
  '/desk/reservations/:/recipient': DESK_ROLES,
  '/desk/reservations/:/invoices': DESK_ROLES,
  '/desk/reservations/:/key-box': DESK_ROLES,
  '/desk/reservations/:/drivers': DESK_ROLES,
  '/desk/staff': OWNER,
  '/desk/log': OWNER,
  '/desk/developers': OWNER,
  '/desk/statement': OWNER,
  '/desk/accounting': OWNER,
  '/desk/bank': OWNER,
  '/desk/reports/money': OWNER,
  '/desk/fleet/imports': OWNER,
  '/desk/fleet/many/prices': OWNER,
  '/desk/company': OWNER,
  '/desk/company/prices': DESK_ROLES,
}

const PARTS = Object.entries(PAGES)
  .map(([path, roles]) => ({ parts: path.split('/'), roles }))
  .sort((one, other) => other.parts.length - one.parts.length)

/**
 * The roles of a company's staff that may open a page of its desk. The API refuses the others in any case; with this
 * the site can answer "not for your role" instead of "not found".
 * @param path without language
 */
export function rolesOfPage(path: string): readonly CompanyRole[] {
  // The day's work is everybody's.
  if (/^\/desk\/?$/.test(path)) return COMPANY_ROLES
  const asked = path.split('/')
  return (
    PARTS.find(({ parts }) => parts.every((part, index) => part === asked[index] || (part === ':' && asked[index])))
      ?.roles ?? []
  )
}
