import { sql } from 'kysely'

/**
 * Whether a reservation in the query was ever accepted by its company, or booked by it, where SQL has to know it: for
 * searches by names and phones. `seenByCompany` says what follows from it.
 */
export const WAS_ACCEPTED = sql<boolean>`(reservation.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED') or reservation.source <> 'SITE'
  or (reservation.status = 'CANCELLED' and exists (select from reservation_event as accepted
    where accepted.reservation_id = reservation.id and accepted.status = 'CONFIRMED')))`
