import { type Expression, type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { reservationsCalled } from '#app/api/operator/find/people-and-trips.ts'
import { wantedOf } from '#app/api/operator/find/wanted.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Condition } from '#app/db/matching-text.ts'
import { currencyIn, numberOf, statusAt } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import type { ReservationList, ReservationOrder } from '#app/rules/reservation/reservation-lists.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { IS_EARNING, IS_PAID, IS_SUCCESSFUL } from '../counted.ts'
import { periodStart } from '../period.ts'

/** All reservations, or those that a number of the overview counts, as they are filtered and ordered. */
export const list = api.operator.reservations.list.handler(async ({ input, context }) => {
  const { page, size, days, order } = input
  const { deps, language } = context
  const conditions = conditionsOf(input, { since: periodStart(deps.now(), days), now: deps.now() })
  const { count, rows } = await pageRows(
    found(deps.db, conditions)
      .innerJoin('company', 'company.id', 'reservation.company_id')
      .innerJoin('ad', 'ad.id', 'reservation.ad_id')
      .innerJoin('brand', 'brand.id', 'ad.brand_id')
      .innerJoin('model', 'model.id', 'ad.model_id')
      .leftJoin('trim', 'trim.id', 'ad.trim_id')
      .select(['reservation.id', 'number', 'reservation.created_at', 'start_at', 'start_date', 'end_date', 'fullname'])
      .select(['reservation.status', 'hold_until', 'reservation.company_id', 'company.name', 'reservation.currency_id'])
      .select(['total', COMMISSION.as('commission'), ...TITLE_COLUMNS])
      .orderBy(ORDER[order])
      .orderBy('reservation.number', 'desc'),
    { page, size },
    found(deps.db, conditions),
  )
  const results = rows.map((row) => ({
    id: row.id,
    number: numberOf(row),
    created_at: row.created_at.toISOString(),
    start_at: row.start_at.toISOString(),
    start_date: row.start_date,
    end_date: row.end_date,
    status: statusAt(row, deps.now()),
    fullname: row.fullname,
    vehicle: titleOf(row, language),
    company: { id: row.company_id, name: wordingIn(language, row.name) },
    currency: currencyIn(row),
    total: row.total,
    commission: row.commission === null ? null : Number(row.commission),
  }))
  return { count, results }
})

const COMMISSION = sql<number | null>`(select sum(entry.amount) from ledger_entry as entry
  join ledger_account as held on held.id = entry.account_id
  join ledger_transaction as posted on posted.id = entry.transaction_id
  where held.kind = 'COMMISSION' and ${IS_EARNING} and posted.reservation_id = reservation.id)`

const ORDER: Record<ReservationOrder, ReturnType<typeof sql>> = {
  latest: sql`reservation.created_at desc`,
  pickup: sql`reservation.start_at`,
  pickup_last: sql`reservation.start_at desc`,
  // Of two currencies by what they are worth today.
  total: sql`reservation.total::numeric * (select case when code = 'EUR' then irt_per_unit / 100.0 else irt_per_unit end
    from currency where currency.id = reservation.currency_id) desc`,
}

function found(db: Kysely<DB>, conditions: readonly Condition[]) {
  const all = db.selectFrom('reservation')
  return conditions.reduce((query, condition) => query.where(condition), all)
}

interface Filters {
  list: ReservationList
  q?: string | undefined
  status?: ReservationStatus | undefined
  company?: number | undefined
  currency?: CurrencyCode | undefined
  from?: string | undefined
  to?: string | undefined
}

function conditionsOf(filters: Filters, { since, now }: { since: Expression<Date>; now: Date }): Condition[] {
  const { list, q, status, company, currency, from, to } = filters
  return [
    ...inList(list, since),
    ...(q ? [reservationsCalled(wantedOf(q))] : []),
    ...(status ? [hasStatus(status, now)] : []),
    ...(company ? [sql<boolean>`reservation.company_id = ${company}`] : []),
    ...(currency ? [sql<boolean>`reservation.currency_id = ${CURRENCY_IDS[currency]}`] : []),
    ...(from ? [sql<boolean>`reservation.start_date >= ${from}`] : []),
    ...(to ? [sql<boolean>`reservation.start_date <= ${to}`] : []),
  ]
}

/** A hold past its time counts as EXPIRED, as everywhere. */
function hasStatus(status: ReservationStatus, now: Date): Condition {
  const isOver = sql<boolean>`reservation.status = 'AWAITING_PAYMENT' and coalesce(reservation.hold_until <= ${now}, true)`
  if (status === 'EXPIRED') return sql<boolean>`(reservation.status = 'EXPIRED' or ${isOver})`
  if (status === 'AWAITING_PAYMENT') return sql<boolean>`(reservation.status = 'AWAITING_PAYMENT' and not (${isOver}))`
  return sql<boolean>`reservation.status = ${status}`
}

function inList(list: ReservationList, since: Expression<Date>): Condition[] {
  switch (list) {
    case 'all':
      return []
    case 'begun':
      return [sql<boolean>`reservation.created_at >= ${since}`]
    case 'booked':
      return [sql<boolean>`reservation.created_at >= ${since} and ${IS_PAID}`]
    case 'successful':
      return [sql<boolean>`reservation.created_at >= ${since} and ${IS_SUCCESSFUL}`]
    case 'commission':
      return [
        sql<boolean>`0 <> (select coalesce(sum(entry.amount), 0) from ledger_transaction as posted
        join ledger_entry as entry on entry.transaction_id = posted.id
        join ledger_account as held on held.id = entry.account_id
        where posted.reservation_id = reservation.id and held.kind = 'COMMISSION' and ${IS_EARNING} and posted.at >= ${since})`,
      ]
    case 'waiting':
      return [sql<boolean>`reservation.status = 'AWAITING_CONFIRMATION'`]
  }
}
