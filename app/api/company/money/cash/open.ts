import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { currencyOf } from '#app/api/company/prices/day-prices.ts'
import { CASH_ITEMS } from '#app/contract/company/money/cash.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'

export interface Till {
  company: number
  currency: CurrencyCode
}

export interface CashRow {
  desk_money_id: string
  is_undone: boolean
  amount: number
  at: Date
  kind: 'RENT' | 'RENT_BACK' | 'DEPOSIT' | 'DEPOSIT_BACK' | 'CHARGE'
  name: string | null
  share_id: string
  number: number
}

/** What came into the till and went out of it, and no closing has counted. What was undone before it was counted never happened. */
const uncounted = ({ company, currency }: Till, since: Date) => sql<CashRow>`
  select money.id as desk_money_id, flag.is_undone, money.purpose as kind,
    case when (money.purpose in ('DEPOSIT_BACK', 'RENT_BACK')) <> flag.is_undone then -money.amount else money.amount end as amount,
    case when flag.is_undone then money.undone_at else money.at end as at,
    case when reservation.erased_at is null then reservation.fullname end as name,
    reservation.share_id, reservation.number
  from desk_money money
  join reservation on reservation.id = money.reservation_id
  cross join (values (false), (true)) flag (is_undone)
  where reservation.company_id = ${company} and reservation.currency_id = ${CURRENCY_IDS[currency]}
    and money.way = 'CASH' and money.purpose <> 'CHARGE_FROM_DEPOSIT'
    and (money.at >= ${since} or money.undone_at >= ${since})
    and (money.undone_at is null) = (not flag.is_undone)
    and (not flag.is_undone or exists
      (select from cash_closing_item done where done.desk_money_id = money.id and not done.is_undone))
    and not exists (select from cash_closing_item done
      where done.desk_money_id = money.id and done.is_undone = flag.is_undone)`

/**
 * All of them since a time, the earliest first. A closing counts everything before it, so nothing older is left but what was committed
 * at the same moment, and before the first closing only its own day counts.
 */
export async function uncountedCash(db: Kysely<DB>, till: Till, since: Date): Promise<CashRow[]> {
  const { rows } = await sql<CashRow>`${uncounted(till, since)} order by at, desk_money_id`.execute(db)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** What should be in the till now. */
export const open = api.company.money.cash.open.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { db } = deps
  const usual = await currencyOf(db, company)
  const currency = input.currency ?? usual
  const till = { company, currency }
  const zone = await zoneOf(db, company)
  const on = dateIn(zone, deps.now())
  const [last, currencies] = await Promise.all([lastClosing(db, till), currenciesOf(db, company)])
  const since = sinceOf(last, { on, zone })
  const rows = await uncountedCash(db, till, since)
  const opening = last?.kept ?? 0
  const booked = sumOf(rows)
  return {
    ...{ currency, currencies: [...new Set([usual, ...currencies])], on, zone },
    closed: last?.on_date === on ? last.id : null,
    since: last?.closed_at.toISOString() ?? null,
    ...{ opening, booked, expected: opening + booked },
    ...{ items: rows.slice(-CASH_ITEMS).map(shownItem), item_count: rows.length },
    card: await cardSums(db, till, last?.closed_at ?? since),
  }
})

export const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** A payment as the contract has it. */
export function shownItem({ at, kind, is_undone, name, share_id, number, amount }: Omit<CashRow, 'desk_money_id'>) {
  const reservation = { id: share_id, number: numberOf({ number }) }
  return { at: new Date(at).toISOString(), kind, is_undone, name, reservation, amount }
}

/** From when on payments may be uncounted: an hour before the last closing, or since the day began. */
export function sinceOf(last: { closed_at: Date } | undefined, { on, zone }: { on: string; zone: string }): Date {
  return last ? new Date(last.closed_at.getTime() - HOUR_MS) : instantOf(on, '00:00', zone)
}

/** The latest closing of a till. */
export function lastClosing(db: Kysely<DB>, { company, currency }: Till) {
  return db
    .selectFrom('cash_closing')
    .select(['id', 'on_date', 'kept', 'closed_at'])
    .where('company_id', '=', company)
    .where('currency_id', '=', CURRENCY_IDS[currency])
    .orderBy('on_date', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The zone of a company's city. */
export async function zoneOf(db: Kysely<DB>, company: number): Promise<string> {
  const { zone } = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select('city.zone')
    .where('company.id', '=', company)
    .executeTakeFirstOrThrow()
  return zone
}

async function cardSums(db: Kysely<DB>, { company, currency }: Till, since: Date) {
  const { count, amount } = await db
    .selectFrom('desk_money')
    .innerJoin('reservation', 'reservation.id', 'desk_money.reservation_id')
    .select((of) => [
      of.fn.countAll<number>().as('count'),
      sql<string>`coalesce(sum(case when purpose in ('DEPOSIT_BACK', 'RENT_BACK') then -amount else amount end), 0)`.as(
        'amount',
      ),
    ])
    .where('reservation.company_id', '=', company)
    .where('reservation.currency_id', '=', CURRENCY_IDS[currency])
    .where('way', '=', 'CARD')
    .where('purpose', '<>', 'CHARGE_FROM_DEPOSIT')
    .where('undone_at', 'is', null)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return { count, amount: Number(amount) }
}

/** The currencies in which cash was ever taken. */
async function currenciesOf(db: Kysely<DB>, company: number): Promise<CurrencyCode[]> {
  const rows = await db
    .selectFrom('ledger_account')
    .select('currency_id')
    .where('kind', '=', 'TILL')
    .where('owner', '=', String(company))
    .orderBy('currency_id', 'desc')
    .execute()
  return rows.map(currencyIn)
}
