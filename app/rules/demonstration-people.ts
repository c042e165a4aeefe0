/**
 * Who can be signed in as in the demonstration, beside a visitor: the sign-in page, the README and tests name them. The
 * owner has reservations in every status; the agency's person works for company 12. Numbers in E.164.
 */
export const DEMONSTRATION_PEOPLE = [
  { identity: 'owner', role: 'CLIENT', phone: '+989120000010', fullname: 'سارا محمدی', companyId: null },
  { identity: 'another', role: 'CLIENT', phone: '+989120000011', fullname: 'امیر رضایی', companyId: null },
  { identity: 'agency', role: 'AGENT', phone: '+989120000012', fullname: 'لیلا دریانورد', companyId: 12 },
  { identity: 'admin', role: 'ADMIN', phone: '+989120000013', fullname: 'کاوه نیک‌نام', companyId: null },
] as const

export type DemonstrationIdentity = (typeof DEMONSTRATION_PEOPLE)[number]['identity']
