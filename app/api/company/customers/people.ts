import { type Kysely, sql } from 'kysely'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isKept } from '#app/db/kept-customers.ts'
import { SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'

const LATEST = sql`order by reservation.start_at desc, reservation.number desc`

/**
 * A query for a company's customers: one row for each phone of whose reservations it has accepted one, without people
 * whose data was erased or whom the company no longer keeps. It selects nothing.
 */
export function peopleOf(db: Kysely<DB>, company: number, now: Date) {
  return (
    db
      .selectFrom('reservation')
      .leftJoin('company_block', (join) =>
        join
          .onRef('company_block.company_id', '=', 'reservation.company_id')
          .onRef('company_block.phone', '=', 'reservation.phone'),
      )
      .where('reservation.company_id', '=', company)
      .where('reservation.erased_at', 'is', null)
      // No phone begins so: the person was erased.
      .where('reservation.phone', 'not like', '+0%')
      .where(WAS_ACCEPTED)
      .groupBy('reservation.phone')
      .having(isKept(now, sql`${company}::int`))
  )
}

/** The same, as the contract defines them, of these phones alone: what is shown of a person is sorted out for a page's people only. */
export function shownPeople(
  db: Kysely<DB>,
  company: number,
  { phones, now }: { phones: readonly string[]; now: Date },
) {
  return peopleOf(db, company, now)
    .select('reservation.phone')
    .select([
      sql<string>`(array_agg(reservation.share_id ${LATEST}))[1]`.as('id'),
      sql<string>`(array_agg(reservation.fullname ${LATEST}))[1]`.as('fullname'),
      sql<DB['reservation']['language']>`(array_agg(reservation.language ${LATEST}))[1]`.as('language'),
      sql<string>`max(reservation.start_date)`.as('last_date'),
      sql<number>`count(*) filter (where reservation.status in ${literalList(SUCCESSFUL)})::int`.as('rentals'),
      sql<boolean>`bool_or(reservation.status = 'ACTIVE')`.as('is_out'),
      sql<boolean>`bool_or(company_block.id is not null)`.as('is_blocked'),
    ])
    .where('reservation.phone', 'in', phones)
}
