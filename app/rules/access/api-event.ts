/** What programs of companies are notified of, by type. Source: issue 20, B. */
export const EVENT_TYPES = [
  ...(['reservation.held', 'reservation.confirmed', 'reservation.rejected', 'reservation.changed'] as const),
  ...(['reservation.cancelled', 'reservation.expired', 'reservation.handed_over', 'reservation.returned'] as const),
  ...(['payment.paid', 'payment.refunded', 'charge.proposed', 'charge.accepted', 'charge.disputed'] as const),
  ...(['message.created', 'vehicle.changed', 'prices.changed', 'block.changed', 'payout.sent'] as const),
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** How long events can be read and sent again. Source: *ours*. */
export const EVENTS_KEPT_DAYS = 30
/** The coming blocks of a vehicle that an event names. */
export const EVENT_BLOCKS = 100
