import { type Kysely, type RawBuilder, sql } from 'kysely'
import { HOLDING } from '#app/rules/reservation/reservation-status.ts'
import { literalList } from './connection/literal-list.ts'
import type { DB } from './connection/schema.ts'

const BATCH = 500

/**
 * For an aggregate over the `reservation`s of one company's customer: whether the company still keeps the customer, who has an
 * open rental or whose last one ended within the company's years.
 * @param company as SQL: a given id is looked up once, a column of each group's reservations once a group
 */
export function isKept(now: Date, company: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(bool_or(reservation.status in ${literalList(HOLDING)}) or max(reservation.end_at) >= ${now}::timestamptz
    - make_interval(years => (select keep_customers_years from company where company.id = ${company})))`
}

/** Deletes companies' notes about customers whom they no longer keep, and their blocks of them. Safe to repeat. */
export async function forgetCustomers(db: Kysely<DB>, now: Date): Promise<void> {
  const outdated = sql`(
    select reservation.company_id, reservation.phone from reservation
    group by reservation.company_id, reservation.phone having not ${isKept(now, sql`reservation.company_id`)})`
  const notes = sql`
    delete from reservation_note where id in (
      select note.id from reservation_note note
      join reservation on reservation.id = note.reservation_id
      join ${outdated} outdated on outdated.company_id = reservation.company_id and outdated.phone = reservation.phone
      limit ${BATCH})`
  while (((await notes.execute(db)).numAffectedRows ?? 0n) > 0n);
  await sql`
    delete from company_block using ${outdated} outdated
    where outdated.company_id = company_block.company_id and outdated.phone = company_block.phone`.execute(db)
}
