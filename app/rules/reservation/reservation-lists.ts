import { BOOKING_SOURCES } from './staff-booking.ts'

/**
 * The operators' lists of reservations: all of them, and those that the overview counts: begun, paid, successful (they make up the
 * turnover), with commission booked, and waiting for the company.
 */
export const RESERVATION_LISTS = ['all', 'begun', 'booked', 'successful', 'commission', 'waiting'] as const
export type ReservationList = (typeof RESERVATION_LISTS)[number]

/** Those that are of a number of days until today. */
export const PERIOD_LISTS: readonly ReservationList[] = ['begun', 'booked', 'successful', 'commission']

/** How they are ordered: the latest booking, the next or the last pick-up, the highest total first. */
export const RESERVATION_ORDERS = ['latest', 'pickup', 'pickup_last', 'total'] as const
export type ReservationOrder = (typeof RESERVATION_ORDERS)[number]

/** How a company's list can be ordered instead of as usual. */
export const DESK_ORDERS = ['pickup', 'pickup_last', 'return', 'total'] as const
export type DeskOrder = (typeof DESK_ORDERS)[number]

/**
 * What the figures of a company's reports count: rentals that were out on some days, and by the day of their pick-up rentals, those that
 * were called off, and those that came back late.
 */
export const REPORT_COUNTS = ['OUT', 'RENTALS', 'CANCELLED', 'LATE'] as const
export type ReportCount = (typeof REPORT_COUNTS)[number]

/** Where reports say that a rental was booked. */
export const REPORT_SOURCES = [...BOOKING_SOURCES, 'QUOTE'] as const
export type ReportSource = (typeof REPORT_SOURCES)[number]
