/**
 * The people of the demonstration that anybody can sign in as, named on the sign-in page, in the README and in tests.
 * The owner has reservations in every status; the staff work for company 12, each in another role; one operator may do
 * everything, the other only money. Numbers in E.164.
 */
export const DEMONSTRATION_PEOPLE = [
  {
    identity: 'owner',
    role: 'CLIENT',
    phone: '+989120000010',
    fullname: 'سارا محمدی',
    companyId: null,
    staffRole: 'OWNER',
    operatorRole: 'ALL',
  },
  {
    identity: 'another',
    role: 'CLIENT',
    phone: '+989120000011',
    fullname: 'امیر رضایی',
    companyId: null,
    staffRole: 'OWNER',
    operatorRole: 'ALL',
  },
  {
    identity: 'agency',
    role: 'AGENT',
    phone: '+989120000012',
    fullname: 'لیلا دریانورد',
    companyId: 12,
    staffRole: 'OWNER',
    operatorRole: 'ALL',
  },
  {
    identity: 'counter',
    role: 'AGENT',
    phone: '+989120000014',
    fullname: 'سهیل بندری',
    companyId: 12,
    staffRole: 'DESK',
    operatorRole: 'ALL',
  },
  {
    identity: 'driver',
    role: 'AGENT',
    phone: '+989120000015',
    fullname: 'جاسم قشمی',
    companyId: 12,
    staffRole: 'DRIVER',
    operatorRole: 'ALL',
  },
  {
    identity: 'admin',
    role: 'ADMIN',
    phone: '+989120000013',
    fullname: 'کاوه نیک‌نام',
    companyId: null,
    staffRole: 'OWNER',
    operatorRole: 'ALL',
  },
  {
    identity: 'cashier',
    role: 'ADMIN',
    phone: '+989120000016',
    fullname: 'مهتاب صراف',
    companyId: null,
    staffRole: 'OWNER',
    operatorRole: 'MONEY',
  },
] as const

export type DemonstrationIdentity = (typeof DEMONSTRATION_PEOPLE)[number]['identity']
