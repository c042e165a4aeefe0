/** Movements of the ledger that share a rental's or a cancellation's price between company and marketplace, or take that back. */
export const SHARING = ['COMMISSION', 'RETAINED', 'UNDONE'] as const

/** Movements that give a customer something back. */
export const REFUNDING = ['REFUND', 'CHANGE_REFUND', 'CARD_RETURN'] as const
