import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'

/** When the status changed last, where there is no record of it. */
const changedTo = (status: Extract<ReservationStatus, 'ACTIVE' | 'COMPLETED'>) => sql<Date | null>`(
  select max(e.at) from reservation_event e where e.reservation_id = reservation.id and e.status = ${status})`

/**
 * Rentals that have begun, with the vehicle that was handed over and the times of its hand-over and its return: those of the
 * records, or of the change of status where the desk made no record. With `ads` only those of these vehicles, found by index.
 */
export function begunRentals(db: Kysely<DB>, ads?: readonly number[]) {
  return db
    .selectFrom('reservation')
    .leftJoin('protocol as out', (join) =>
      join
        .onRef('out.reservation_id', '=', 'reservation.id')
        .on('out.kind', '=', 'PICK_UP')
        .on('out.undone_at', 'is', null),
    )
    .leftJoin('protocol as back', (join) =>
      join
        .onRef('back.reservation_id', '=', 'reservation.id')
        .on('back.kind', '=', 'RETURN')
        .on('back.undone_at', 'is', null),
    )
    .where('reservation.status', 'in', ['ACTIVE', 'COMPLETED'])
    .$if(ads !== undefined, (rentals) =>
      rentals.where(
        sql<boolean>`reservation.id in (
          select id from reservation where ad_id = any(${ads}) union select reservation_id from protocol where ad_id = any(${ads}))`,
      ),
    )
    .select([
      'reservation.id as rental_id',
      'reservation.company_id as rental_company_id',
      'reservation.number',
      'reservation.fullname',
      'reservation.status as reservation_status',
      sql<number>`coalesce(out.ad_id, reservation.ad_id)`.as('rental_ad_id'),
      sql<Date | null>`coalesce(out.done_at, ${changedTo('ACTIVE')})`.as('out_at'),
      sql<Date | null>`coalesce(back.done_at, ${changedTo('COMPLETED')})`.as('back_at'),
    ])
}
