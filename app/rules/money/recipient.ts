/** A business to which invoices are made out. */
export interface Recipient {
  name: string
  /** By its code (ISO 3166), which says what tax numbers look like. */
  country: string
  tax_number: string
  address: string
  /** What the business calls the purchase. */
  order_number: string | null
}

type Side = 'CUSTOMER' | 'COMPANY'

/** For how many days an invoice is issued again when its recipient changes; older ones stay as they are. Source: *ours*. */
export const REISSUED_FOR_DAYS: Readonly<Record<Side, number>> = { CUSTOMER: 30, COMPANY: 365 }

/** How often the invoices of one reservation are issued again: a side can do it until both together did it as often as this. Source: *ours*. */
export const CORRECTIONS_MAX: Readonly<Record<Side, number>> = { CUSTOMER: 3, COMPANY: 10 }

/** Whether two recipients are the same, so that no invoice has to be issued again. */
export function isSameRecipient(one: Recipient | null, other: Recipient | null): boolean {
  if (!one || !other) return one === other
  const names = ['name', 'country', 'tax_number', 'address', 'order_number'] as const
  return names.every((name) => one[name] === other[name])
}
