/** For how many years after the last rental a company may keep its customers. Invoices and the ledger stay longer. Source: *ours*. */
export const KEPT_YEARS = [1, 2, 5] as const
