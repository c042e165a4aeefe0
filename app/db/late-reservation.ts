import { sql } from 'kysely'

/**
 * Whether a row of `reservation` is late: its vehicle should have been picked up, or brought back, by now. Source: *ours*;
 * `lateMinutes` of the desk's lines says by how much.
 */
export const isLate = (now: Date) => sql<boolean>`((reservation.status = 'CONFIRMED' and reservation.start_at < ${now})
  or (reservation.status = 'ACTIVE' and reservation.end_at < ${now}))`
