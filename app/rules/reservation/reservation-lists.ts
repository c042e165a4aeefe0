/**
 * The operators' lists of reservations, which the overview counts: begun, paid, successful (they make up the turnover),
 * with commission booked, and waiting for the company.
 */
export const RESERVATION_LISTS = ['begun', 'booked', 'successful', 'commission', 'waiting'] as const
export type ReservationList = (typeof RESERVATION_LISTS)[number]
