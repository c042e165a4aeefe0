/** What became of a message on one channel. HELD: a limit kept it back. */
export const DELIVERY_STATUSES = ['WAITING', 'SENT', 'FAILED', 'HELD'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Deliveries that were sent or still will be. */
export const ON_ITS_WAY: readonly DeliveryStatus[] = ['WAITING', 'SENT']

/** Deliveries that will not reach anybody. */
export const UNSENT: readonly DeliveryStatus[] = ['HELD', 'FAILED']
