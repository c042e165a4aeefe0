import { doesWork, type OperatorRole, type OperatorWork } from './operator-role.ts'

const ALL = ['MONEY', 'CONTENT', 'SUPPORT'] as const
const BOTH = ['MONEY', 'SUPPORT'] as const

/** Whose work the operators' pages are; the longest path that begins a page's own says it, and `:` stands for any one part. */
const PAGES: Readonly<Record<string, readonly OperatorWork[]>> = {
  '/operator/approvals': ALL,
  '/operator/inbox': ['SUPPORT'],
  '/operator/moderation': ['CONTENT', 'SUPPORT'],
  '/operator/disputes': BOTH,
  '/operator/partners': ['SUPPORT'],
  '/operator/find': BOTH,
  '/operator/reservations': BOTH,
  '/operator/people': BOTH,
  '/operator/payments': BOTH,
  '/operator/companies': BOTH,
  '/operator/codes': ['MONEY'],
  '/operator/card-returns': ['MONEY'],
  '/operator/payouts': ['MONEY'],
  '/operator/tax': ['MONEY'],
  '/operator/settings': ['MONEY'],
  '/operator/templates': ['CONTENT'],
  '/operator/texts': ['CONTENT'],
  '/operator/news': ['CONTENT'],
  '/operator/featured': ['CONTENT'],
  '/operator/cities': ['CONTENT'],
  '/operator/contacts': ['CONTENT'],
  '/operator/apps': ['CONTENT'],
  // Of people, reservations, payments and companies, what only one of both may do.
  '/operator/people/:/ban': ['SUPPORT'],
  '/operator/people/:/second-factor': ['SUPPORT'],
  '/operator/people/:/sign-in-link': ['SUPPORT'],
  '/operator/people/:/correct': ['MONEY'],
  '/operator/reservations/:/cancel': ['SUPPORT'],
  '/operator/reservations/:/move': ['SUPPORT'],
  '/operator/payments/:/refund': ['MONEY'],
  '/operator/payments/:/review': ['MONEY'],
  '/operator/disputes/:/ruling': ['MONEY'],
  '/operator/companies/:/commission': ['MONEY'],
  '/operator/companies/:/bank': ['MONEY'],
  '/operator/companies/:/suspend': ['SUPPORT'],
  '/operator/companies/:/places': ['SUPPORT'],
  '/operator/companies/:/keys': [],
}

const PARTS = Object.entries(PAGES)
  .map(([path, work]) => ({ parts: path.split('/'), work }))
  .sort((one, other) => other.parts.length - one.parts.length)

/**
 * The operators, besides those who may do everything, who may open a page of the desk; none for its pages about operators and the log.
 * The API refuses the others in any case; with this the site can answer "not for your role" instead of "not found".
 * @param path without language
 */
export function workOfPage(path: string): readonly OperatorWork[] {
  if (/^\/operator\/?$/.test(path)) return ALL
  const asked = path.split('/')
  return (
    PARTS.find(({ parts }) => parts.every((part, index) => part === asked[index] || (part === ':' && asked[index])))
      ?.work ?? []
  )
}

/** Whether an operator of this role may open it. */
export function mayOpenPage(role: OperatorRole, path: string): boolean {
  return doesWork(role, workOfPage(path))
}
