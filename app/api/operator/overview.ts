import { type Expression, type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { IS_WAITING } from '#app/api/conversations/queue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { doesWork } from '#app/rules/access/operator-role.ts'
import { CURRENCY_CODES, CURRENCY_IDS } from '#app/rules/constants.ts'
import { isOldRate } from '#app/rules/money/exchange-rate.ts'
import { countApprovals } from './approvals/approvals.ts'
import { IS_EARNING, IS_PAID, IS_SUCCESSFUL } from './counted.ts'
import { periodStart } from './period.ts'
import { configIn } from './settings/site-config.ts'

/**
 * The events of the last days, and the work that waits. Days are in Tehran's time zone. Booked means paid, even if it
 * was cancelled later. Source: *ours*.
 */
export const overview = api.operator.overview.read.handler(async ({ input, context }) => {
  const { db, now } = context.deps
  const role = context.person.operatorRole
  const since = periodStart(now(), input.days)
  const { rows } = await daysSince(db, since, now())
  const [sums, waiting, approvals, config] = await Promise.all([
    turnoverSince(db, since),
    waitingWork(db),
    countApprovals(db, context.person),
    configIn(db),
  ])
  const isOld = isOldRate(new Date(config.euro_rate_set_at), now())
  return {
    role,
    since: rows[0]?.date ?? '',
    begun: rows.reduce((sum, { begun }) => sum + begun, 0),
    booked: rows.reduce((sum, { booked }) => sum + booked, 0),
    turnover: (doesWork(role, ['MONEY']) ? CURRENCY_CODES : []).map((currency) => {
      const found = sums.find(({ currency_id }) => currency_id === CURRENCY_IDS[currency])
      return { currency, total: Number(found?.total ?? 0), commission: Number(found?.commission ?? 0) }
    }),
    days: rows,
    waiting: { ...waiting, approvals, exchange_rate: isOld ? 1 : 0 },
  }
})

function daysSince(db: Kysely<DB>, since: Expression<Date>, to: Date) {
  return sql<{ date: string; begun: number; booked: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(begun, 0)::int as begun, coalesce(booked, 0)::int as booked
    from generate_series((${since} at time zone 'Asia/Tehran')::date,
      (${to}::timestamptz at time zone 'Asia/Tehran')::date, interval '1 day') as day
    left join (
      select (created_at at time zone 'Asia/Tehran')::date as date, count(*) as begun,
        count(*) filter (where ${IS_PAID}) as booked
      from reservation where created_at >= ${since} group by 1
    ) as counted on counted.date = day
    order by day`.execute(db)
}

function turnoverSince(db: Kysely<DB>, since: Expression<Date>) {
  return db
    .selectFrom('currency')
    .select([
      'currency.id as currency_id',
      sql<string>`(select coalesce(sum(total), 0) from reservation
        where reservation.currency_id = currency.id and created_at >= ${since} and ${IS_SUCCESSFUL})`.as('total'),
      sql<string>`(select coalesce(sum(entry.amount), 0) from ledger_entry as entry
        join ledger_account as held on held.id = entry.account_id
        join ledger_transaction as posted on posted.id = entry.transaction_id
        where held.kind = 'COMMISSION' and ${IS_EARNING} and held.currency_id = currency.id
          and posted.at >= ${since})`.as('commission'),
    ])
    .execute()
}

type Waiting =
  | 'comments'
  | 'tickets'
  | 'chats'
  | 'payments'
  | 'confirmations'
  | 'partners'
  | 'listings'
  | 'card_returns'
  | 'disputes'

async function waitingWork(db: Kysely<DB>) {
  const { rows } = await sql<Record<Waiting, number>>`
    select
      ((select count(*) from ad_comment where not approved)
        + (select count(*) from post_comment where not approved))::int as comments,
      (select count(*)::int from conversation where kind = 'TICKET' and ${IS_WAITING}) as tickets,
      (select count(*)::int from conversation where kind = 'CHAT' and department is not null and ${IS_WAITING}) as chats,
      (select count(*)::int from payment where status = 'REVIEW') as payments,
      (select count(*)::int from payment where card_return = 'UNANSWERED') as card_returns,
      (select count(*)::int from proposal where status = 'DISPUTED') as disputes,
      (select count(*)::int from reservation where status = 'AWAITING_CONFIRMATION') as confirmations,
      (select count(*)::int from ad where status = 5) as listings,
      (select count(*)::int from partner_application where status = 'SENT') as partners`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a select of counts gave no row')
  return counts
}
