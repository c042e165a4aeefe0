import { type Expression, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { currencyIn, numberOf, statusAt } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import type { ReservationList } from '#app/rules/reservation/reservation-lists.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { IS_EARNING, IS_PAID, IS_SUCCESSFUL } from '../counted.ts'
import { periodStart } from '../period.ts'

/** The reservations that a number of the overview counts, the newest first. */
export const list = api.operator.reservations.list.handler(async ({ input, context }) => {
  const { page, size, days, currency } = input
  const { deps, language } = context
  const since = periodStart(deps.now(), days)
  const found = deps.db
    .selectFrom('reservation')
    .innerJoin('company', 'company.id', 'reservation.company_id')
    .where(inList(input.list, since))
    .$if(currency !== undefined, (query) =>
      query.where('reservation.currency_id', '=', CURRENCY_IDS[currency ?? 'IRT']),
    )
  const { count } = await found.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['reservation.id', 'number', 'reservation.created_at', 'start_at', 'status', 'hold_until', 'fullname'])
    .select(['reservation.company_id', 'company.name', 'reservation.currency_id', 'total', COMMISSION.as('commission')])
    .orderBy('reservation.created_at', 'desc')
    .orderBy('reservation.number', 'desc')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const results = rows.map((row) => ({
    id: row.id,
    number: numberOf(row),
    created_at: row.created_at.toISOString(),
    start_at: row.start_at.toISOString(),
    status: statusAt(row, deps.now()),
    fullname: row.fullname,
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

function inList(list: ReservationList, since: Expression<Date>) {
  switch (list) {
    case 'begun':
      return sql<boolean>`reservation.created_at >= ${since}`
    case 'booked':
      return sql<boolean>`reservation.created_at >= ${since} and ${IS_PAID}`
    case 'successful':
      return sql<boolean>`reservation.created_at >= ${since} and ${IS_SUCCESSFUL}`
    case 'commission':
      return sql<boolean>`0 <> (select coalesce(sum(entry.amount), 0) from ledger_transaction as posted
        join ledger_entry as entry on entry.transaction_id = posted.id
        join ledger_account as held on held.id = entry.account_id
        where posted.reservation_id = reservation.id and held.kind = 'COMMISSION' and ${IS_EARNING} and posted.at >= ${since})`
    case 'waiting':
      return sql<boolean>`reservation.status = 'AWAITING_CONFIRMATION'`
  }
}
