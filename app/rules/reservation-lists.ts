/**
 * Which reservations an operator's list holds, each as the overview counts them: begun, paid, successful (they make the
 * turnover), those whose commission was booked, and those that wait for their company.
 */
export const RESERVATION_LISTS = ['begun', 'booked', 'successful', 'commission', 'waiting'] as const
export type ReservationList = (typeof RESERVATION_LISTS)[number]
