import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** The last day on which a held deposit of `depositRows` is given back. */
export const BACK_BY = sql<string>`(coalesce(ended.on, reservation.end_date) + deposit.back_days)::text`

/** A query for reservations with their deposits and what decides when one is given back. */
export function depositRows(db: Kysely<DB>) {
  return db
    .selectFrom('reservation')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .innerJoin('country', 'country.id', 'city.country_id')
    .innerJoin('company', 'company.id', 'reservation.company_id')
    .leftJoin('deposit', 'deposit.reservation_id', 'reservation.id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('reservation_event as e')
          // When the vehicle came back, or the rental was called off: the day in its city.
          .select(sql<string | null>`(max(e.at) at time zone city.zone)::date`.as('on'))
          .whereRef('e.reservation_id', '=', 'reservation.id')
          .whereRef('e.status', '=', 'reservation.status')
          .where(sql<boolean>`reservation.status in ('COMPLETED', 'CANCELLED', 'REJECTED')`)
          .as('ended'),
      (join) => join.onTrue(),
    )
    .select(['reservation.id', 'reservation.status', 'reservation.trust', 'reservation.guarantee_amount'])
    .select(['reservation.currency_id', 'reservation.end_date', 'reservation.days', 'reservation.lines'])
    .select(['city.zone', 'country.code as country', 'company.deposit_back_days', 'ended.on as ended_on'])
    .select('company.deposit_online')
    .select(['deposit.way', 'deposit.taken', 'deposit.back', 'deposit.kept', 'deposit.taken_at', 'deposit.closed_at'])
    .select('deposit.back_days')
}

export type DepositRow = Awaited<ReturnType<ReturnType<typeof depositRows>['execute']>>[number]
