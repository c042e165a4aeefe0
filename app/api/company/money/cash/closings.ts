import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { CASH_ITEMS } from '#app/contract/company/money/cash.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { closingOf } from '#app/rules/money/cash-count.ts'
import { shownItem, zoneOf } from './open.ts'

/** The closed days, the latest first. */
export const closings = api.company.money.cash.closings.handler(async ({ input, context: { deps, company } }) => {
  const { count, rows } = await pageRows(
    closingRows(deps.db)
      .where('cash_closing.company_id', '=', company)
      .orderBy('on_date', 'desc')
      .orderBy('cash_closing.id', 'desc'),
    input,
  )
  return { count, results: rows.map(shown) }
})

/** A closed day with what was counted and what the book has. */
export const closing = api.company.money.cash.closing.handler(async ({ input: { id }, context }) => {
  const { company, deps } = context
  const { db } = deps
  const row = await closingRow(db, { company, id })
  const items = await db
    .selectFrom('cash_closing_item as item')
    .innerJoin('desk_money', 'desk_money.id', 'item.desk_money_id')
    .innerJoin('reservation', 'reservation.id', 'desk_money.reservation_id')
    .select(['item.is_undone', 'item.amount', 'desk_money.at', 'desk_money.undone_at', 'desk_money.purpose'])
    .select(['reservation.fullname', 'reservation.erased_at', 'reservation.share_id', 'reservation.number'])
    .where('item.closing_id', '=', id)
    .orderBy('desk_money.at')
    .orderBy('desk_money.id')
    .execute()
  return {
    ...shown(row),
    zone: await zoneOf(db, company),
    counts: Object.entries(row.counts)
      .map(([value, pieces]) => ({ value: Number(value), pieces }))
      .sort((one, other) => other.value - one.value),
    item_count: items.length,
    items: items.slice(-CASH_ITEMS).map((item) =>
      shownItem({
        ...item,
        at: (item.is_undone && item.undone_at) || item.at,
        kind: item.purpose as 'RENT' | 'RENT_BACK' | 'DEPOSIT' | 'DEPOSIT_BACK' | 'CHARGE',
        name: item.erased_at === null ? item.fullname : null,
      }),
    ),
  }
})

interface Own {
  company: number
  id: number
}

/** One of a company's closings as the contract has it. Throws NOT_FOUND. */
export async function readClosing(db: Kysely<DB>, own: Own) {
  return shown(await closingRow(db, own))
}

async function closingRow(db: Kysely<DB>, { company, id }: Own) {
  const row = await closingRows(db)
    .where('cash_closing.company_id', '=', company)
    .where('cash_closing.id', '=', id)
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return row
}

function closingRows(db: Kysely<DB>) {
  return db
    .selectFrom('cash_closing')
    .leftJoin('account', 'account.id', 'cash_closing.account_id')
    .select(['cash_closing.id', 'on_date', 'currency_id', 'opening', 'booked', 'counts', 'counted', 'kept'])
    .select(['cash_closing.reason', 'cash_closing.note', 'closed_at', 'account.fullname'])
}

function shown(row: Awaited<ReturnType<typeof closingRow>>) {
  const { id, on_date, opening, booked, counted, kept, reason, note, closed_at, fullname } = row
  return {
    ...{ id, on: on_date, currency: currencyIn(row), opening, booked, counted, kept, reason, note, by: fullname },
    ...closingOf({ opening, booked, counted, kept }),
    closed_at: closed_at.toISOString(),
  }
}
