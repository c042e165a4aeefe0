/** Units of time in milliseconds, for instants. A day of a calendar can be longer or shorter: see `calendar-date.ts`. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The same in seconds, for limits and for ages of cookies. */
export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 60 * MINUTE_SECONDS
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** The same in minutes, in which delays and answers are counted. */
export const HOUR_MINUTES = 60
export const DAY_MINUTES = 24 * HOUR_MINUTES
