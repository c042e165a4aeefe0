import { type RawBuilder, sql } from 'kysely'
import { REFUNDING, SHARING } from '#app/api/books/movements.ts'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { companyAccounts } from '#app/api/company/money/account.ts'
import { currencyOf } from '#app/api/company/prices/day-prices.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { numberOf } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { JOURNAL_EVENTS, type JournalEvent, RECIPIENT_EVENTS } from '#app/rules/money/journal.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { savedAccounts } from './map.ts'

const DAYS_MAX = 366

interface JournalRow {
  on: string
  event: JournalEvent
  amount: string
  number: number | null
  recipient: string | null
  credit_notes: number[]
}

/** The journal of some days. Throws INVALID_FIELDS for days in the wrong order or of more than a year. */
export const journal = api.company.money.accounting.journal.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { db } = deps
  const { from, to, page, size } = input
  if (to < from) throw invalidFields({ to: ['end_before_start'] })
  if (daysBetween(from, to) >= DAYS_MAX) throw invalidFields({ to: ['invalid'] })
  const usual = await currencyOf(db, company)
  const currency = input.currency ?? usual
  const lines = sql`select * from (${linesOf({ company, currency, from, to })}) journal where "on" between ${from} and ${to}`
  const [counts, accounts, known] = await Promise.all([
    sql<{ event: JournalEvent; count: number; amount: string }>`
      select event, count(*)::int as count, sum(amount) as amount from (${lines}) line group by event`.execute(db),
    savedAccounts(db, company),
    companyAccounts(db, company),
  ])
  const events = counts.rows
    .map((row) => ({ ...row, amount: Number(row.amount) }))
    .sort((one, other) => JOURNAL_EVENTS.indexOf(one.event) - JOURNAL_EVENTS.indexOf(other.event))
  const count = events.reduce((sum, one) => sum + one.count, 0)
  const { rows } = await sql<JournalRow>`
    ${lines} order by "on", key, event, amount limit ${size} offset ${pageSlice(page, count, size).start}`.execute(db)
  const isUnmapped = (event: JournalEvent) => accounts(event).debit === null || accounts(event).credit === null
  return {
    count,
    results: rows.map(({ on, event, amount, number, recipient, credit_notes }) => ({
      ...{ on, event, amount: Number(amount), number: number === null ? null : numberOf({ number }) },
      ...{ recipient, credit_notes },
      ...accounts(event),
    })),
    ...{ currency, currencies: [...new Set([usual, ...known.map((one) => one.currency)])], events },
    unmapped: events.reduce((sum, one) => sum + (isUnmapped(one.event) ? one.count : 0), 0),
  }
})

interface Asked {
  company: number
  currency: CurrencyCode
  from: CalendarDate
  to: CalendarDate
}

/**
 * Everything that a company's accountant books: its account with the marketplace, whose commission is a line of its own, the money of
 * its desk, and what its till's closings found. The business is that of the invoice of the time; without one, of the next. `key` orders what happened on one day. It has some more days
 * around those that are asked for.
 */
function linesOf({ company, currency, from, to }: Asked): RawBuilder<unknown> {
  const id = CURRENCY_IDS[currency]
  const around = (column: string) =>
    sql`${sql.raw(column)} >= ${from}::date - 1 and ${sql.raw(column)} < ${to}::date + 2`
  const zone = sql`(select zone from city join company on company.city_id = city.id where company.id = ${company})`
  return sql`
    with posted as (
      select t.id, t.kind, t.at, t.reservation_id, company.amount as share,
        case when t.kind in ${literalList(SHARING)} then coalesce((select sum(other.amount) from ledger_entry other
          join ledger_account kept on kept.id = other.account_id and kept.kind = 'COMMISSION'
          where other.transaction_id = t.id), 0) else 0 end as commission
      from ledger_account account
      join ledger_entry company on company.account_id = account.id
      join ledger_transaction t on t.id = company.transaction_id
      where account.kind = 'COMPANY' and account.owner = ${String(company)} and account.currency_id = ${id}
        and ${around('t.at')}
    ), site as (
      select id, at, reservation_id, case
          when kind in ${literalList(SHARING)} then 'SITE_RENT'
          when kind in ${literalList(REFUNDING)} then 'REFUND'
          when kind = 'CHARGE' then 'SITE_CHARGE'
          when kind = 'PAYOUT' then 'PAYOUT'
          else 'CORRECTION' end as event,
        case when kind in ${literalList([...REFUNDING, 'PAYOUT'])} then -share else share + commission end as amount
      from posted
      union all
      select id, at, reservation_id, 'COMMISSION', commission from posted
    ), desk as (
      select money.id, money.reservation_id, money.at, money.undone_at,
        case money.purpose when 'RENT_BACK' then -money.amount else money.amount end as amount, case
          when money.purpose = 'RENT_BACK' then 'RENT_' || money.way
          when money.purpose = 'CHARGE_FROM_DEPOSIT' and money.way in ('CASH', 'CARD', 'TRANSFER') then 'CHARGE_FROM_DEPOSIT'
          when money.purpose = 'CHARGE_FROM_DEPOSIT' then 'CHARGE_CARD'
          else money.purpose || '_' || money.way end as event
      from desk_money money join reservation on reservation.id = money.reservation_id
      where reservation.company_id = ${company} and reservation.currency_id = ${id}
        and (money.way in ('CASH', 'CARD', 'TRANSFER')
          or money.purpose = 'CHARGE_FROM_DEPOSIT' and money.way in ('CARD_HOLD', 'CHEQUE'))
        and (${around('money.at')} or ${around('money.undone_at')})
    ), lines as (
      select 's' || lpad(id::text, 12, '0') as key, at, reservation_id, event, amount, id as moved from site where amount <> 0
      union all select 'd' || id, at, reservation_id, event, amount, null from desk
      union all select 'd' || id, undone_at, reservation_id, event, -amount, null from desk where undone_at is not null
    )
    select lines.key, (lines.at at time zone ${zone})::date as "on", lines.event, lines.amount, reservation.number,
      case when lines.event in ${literalList(RECIPIENT_EVENTS)} then
        case when document.is_issued then document.recipient else invoice_recipient.business ->> 'name' end end as recipient,
      array(select credit_note.number from credit_note
        where lines.event = 'REFUND' and credit_note.transaction_id = lines.moved order by 1) as credit_notes
    from lines left join reservation on reservation.id = lines.reservation_id
      left join invoice_recipient on invoice_recipient.reservation_id = lines.reservation_id
      left join lateral (
        select true as is_issued, invoice.recipient ->> 'name' as recipient
        from invoice join payment on payment.id = invoice.payment_id
        where payment.reservation_id = lines.reservation_id and invoice.issued_at <= lines.at
        order by invoice.issued_at desc, invoice.number desc limit 1
      ) document on lines.event in ${literalList(RECIPIENT_EVENTS)}
    union all
    select 't' || closing.id, on_date, found.event, found.amount, null, null, '{}'
    from cash_closing closing, lateral (values
      ('TILL_SHORT', opening + booked - counted), ('TILL_OVER', counted - opening - booked), ('TILL_TO_BANK', counted - kept)
    ) found (event, amount)
    where closing.company_id = ${company} and closing.currency_id = ${id} and found.amount > 0`
}
