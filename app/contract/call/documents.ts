import type { CallMeta } from './base.ts'

/** For whom the contract is described: everybody and customers, the staff of companies, operators. */
export type ApiReader = 'customers' | 'company' | 'operator'

/** In whose document a call stands, and in no other: who becomes a company's owner reads the companies'. Source: issue 20, A. */
export function readerOf({ name, access }: { name: string; access: CallMeta }): ApiReader {
  if (access.signIn === 'needed' && access.role === 'ADMIN') return 'operator'
  // Everybody may call it; it is of use to those who watch over the site.
  if (name === 'site.status') return 'operator'
  const isStaffs = access.signIn === 'needed' && access.role === 'AGENT'
  return isStaffs || name.startsWith('partners.') ? 'company' : 'customers'
}
