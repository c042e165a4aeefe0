import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BOOKED_KINDS } from '#app/contract/company/money/bank.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

export interface BookedOf {
  company: number
  currency: CurrencyCode
}

export interface BookedRow {
  key: string
  kind: (typeof BOOKED_KINDS)[number]
  on: CalendarDate
  amount: number
  reference: string | null
  name: string | null
  isCard: boolean
  share_id: string | null
  number: number | null
  line_id: number | null
}

/**
 * What a company's books have of its bank account: payouts that were sent to it, and what was paid at its desk by card or transfer. Days
 * are those of its city. As a query that others read from.
 */
export function bookedItems({ company, currency }: BookedOf, wanted: Wanted): RawBuilder<BookedRow> {
  const currency_id = CURRENCY_IDS[currency]
  const { payouts, money } = conditionsOf(wanted)
  return sql<BookedRow>`
    select 'P-' || payout.id as key, 'PAYOUT' as kind, payout.amount,
      (coalesce(payout.decided_at, batch.created_at) at time zone city.zone)::date as "on",
      'PO-' || payout.batch_id || '-' || payout.id as reference, null as name, false as "isCard",
      null as share_id, null::bigint as number, found.line_id
    from payout
    join payout_batch batch on batch.id = payout.batch_id
    join company on company.id = payout.company_id
    join city on city.id = company.city_id
    left join bank_match found on found.payout_id = payout.id
    where payout.company_id = ${company} and payout.currency_id = ${currency_id} and payout.status <> 'RETURNED'
      and (not batch.proposed or batch.released_at is not null)
      and (not batch.needs_approval or batch.approved_at is not null) and ${payouts}
    union all
    select 'D-' || money.id, money.purpose,
      case when money.purpose in ('DEPOSIT_BACK', 'RENT_BACK') then -money.amount else money.amount end,
      (money.at at time zone city.zone)::date, money.reference,
      case when reservation.erased_at is null then reservation.fullname end, money.way = 'CARD',
      reservation.share_id, reservation.number, found.line_id
    from desk_money money
    join reservation on reservation.id = money.reservation_id
    join company on company.id = reservation.company_id
    join city on city.id = company.city_id
    left join bank_match found on found.desk_money_id = money.id
    where reservation.company_id = ${company} and reservation.currency_id = ${currency_id}
      and money.undone_at is null and money.way in ('CARD', 'TRANSFER') and money.purpose <> 'CHARGE_FROM_DEPOSIT'
      and ${money}`
}

/** Which of them: those of some days (and some around them), those that these lines are, or one. */
type Wanted = { from: CalendarDate; to: CalendarDate } | { lines: readonly number[] } | { key: string }

/** For payouts, which are few, and for payments at desks, of which an index finds those of some days. */
function conditionsOf(wanted: Wanted) {
  if ('lines' in wanted) {
    const ofLines = sql`found.line_id = any(${wanted.lines})`
    return { payouts: ofLines, money: ofLines }
  }
  if ('key' in wanted) {
    const id = wanted.key.slice(2)
    return wanted.key.startsWith('P-')
      ? { payouts: sql`payout.id = ${Number(id)}`, money: sql`false` }
      : { payouts: sql`false`, money: sql`money.id = ${id}` }
  }
  const { from, to } = wanted
  return { payouts: sql`true`, money: sql`money.at >= ${from}::date - 1 and money.at < ${to}::date + 2` }
}

/** Those that no line is yet, from a day to another one. */
export async function openItems(
  db: Kysely<DB>,
  of: BookedOf,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<BookedRow[]> {
  const { rows } = await sql<BookedRow>`
    select * from (${bookedItems(of, { from, to })}) booked
    where line_id is null and "on" between ${from} and ${to} order by "on", key`.execute(db)
  return rows.map(withNumbers)
}

/** A row of raw SQL, whose sums come as text. */
export const withNumbers = (row: BookedRow): BookedRow => ({ ...row, amount: Number(row.amount) })

/** As the contract has it. */
export function shownBooked({ key, kind, on, amount, reference, name, share_id, number }: BookedRow) {
  const reservation = share_id === null || number === null ? null : { id: share_id, number: numberOf({ number }) }
  return { key, kind, on, amount, reference, name, reservation }
}
