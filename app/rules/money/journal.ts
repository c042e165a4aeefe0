/** What a company's accountant books: an account to debit and one to credit for each. Source: issue 19, C; design/golive 42. */
export const JOURNAL_EVENTS = [
  'SITE_RENT',
  'COMMISSION',
  'SITE_CHARGE',
  'REFUND',
  'PAYOUT',
  'CORRECTION',
  'RENT_CASH',
  'RENT_CARD',
  'RENT_TRANSFER',
  'DEPOSIT_CASH',
  'DEPOSIT_CARD',
  'DEPOSIT_TRANSFER',
  'DEPOSIT_BACK_CASH',
  'DEPOSIT_BACK_CARD',
  'DEPOSIT_BACK_TRANSFER',
  'CHARGE_CASH',
  'CHARGE_CARD',
  'CHARGE_TRANSFER',
  'CHARGE_FROM_DEPOSIT',
  'TILL_SHORT',
  'TILL_OVER',
  'TILL_TO_BANK',
] as const
export type JournalEvent = (typeof JOURNAL_EVENTS)[number]

/** The most lines that one page of the journal has. Source: *ours*. */
export const JOURNAL_SIZE_MAX = 5000

/** Events of a rental's price, which an invoice or a receipt is about: their lines name the business that it is made out to. */
export const RECIPIENT_EVENTS: readonly JournalEvent[] = [
  ...(['SITE_RENT', 'SITE_CHARGE', 'REFUND', 'RENT_CASH', 'RENT_CARD', 'RENT_TRANSFER'] as const),
  ...(['CHARGE_CASH', 'CHARGE_CARD', 'CHARGE_TRANSFER', 'CHARGE_FROM_DEPOSIT'] as const),
]

/** The accounts of one event, as the owner has set them; null where one is missing. */
export interface EventAccounts {
  debit: string | null
  credit: string | null
}

/** How a German accountant would book them, by SKR03: what the form proposes before anything is saved. */
export const SKR03: Readonly<Record<JournalEvent, { debit: string; credit: string }>> = {
  SITE_RENT: { debit: '1460', credit: '8400' },
  COMMISSION: { debit: '4760', credit: '1460' },
  SITE_CHARGE: { debit: '1460', credit: '8400' },
  REFUND: { debit: '8400', credit: '1460' },
  PAYOUT: { debit: '1200', credit: '1460' },
  CORRECTION: { debit: '1460', credit: '2700' },
  RENT_CASH: { debit: '1000', credit: '8400' },
  RENT_CARD: { debit: '1360', credit: '8400' },
  RENT_TRANSFER: { debit: '1200', credit: '8400' },
  DEPOSIT_CASH: { debit: '1000', credit: '1700' },
  DEPOSIT_CARD: { debit: '1360', credit: '1700' },
  DEPOSIT_TRANSFER: { debit: '1200', credit: '1700' },
  DEPOSIT_BACK_CASH: { debit: '1700', credit: '1000' },
  DEPOSIT_BACK_CARD: { debit: '1700', credit: '1360' },
  DEPOSIT_BACK_TRANSFER: { debit: '1700', credit: '1200' },
  CHARGE_CASH: { debit: '1000', credit: '8400' },
  CHARGE_CARD: { debit: '1360', credit: '8400' },
  CHARGE_TRANSFER: { debit: '1200', credit: '8400' },
  CHARGE_FROM_DEPOSIT: { debit: '1700', credit: '8400' },
  TILL_SHORT: { debit: '2300', credit: '1000' },
  TILL_OVER: { debit: '1000', credit: '2700' },
  TILL_TO_BANK: { debit: '1360', credit: '1000' },
}
