import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { currencyOf } from '#app/api/company/prices/day-prices.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { candidatesOf } from '#app/rules/money/bank/match-lines.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { type BookedOf, type BookedRow, bookedItems, openItems, shownBooked, withNumbers } from './booked.ts'
import { removableStatements } from './remove-statement.ts'

const STATEMENTS = 5
/** Candidates are looked for so many days around a line; the rule itself takes fewer. */
const AROUND = 16
const MISSING_DAYS = 120

/** The lines of one state, with the sums of all. */
export const lines = api.company.money.bank.lines.handler(async ({ input, context }) => {
  const { company, deps } = context
  const { db } = deps
  const { page, size, view } = input
  const currency = input.currency ?? (await currencyOf(db, company))
  const of = { company, currency }
  const [sums, missing, statements, currencies] = await Promise.all([
    sumsOf(db, of),
    missingSums(db, of),
    latestStatements(db, of),
    currenciesOf(db, company),
  ])
  const { count, rows } = await pageRows(
    lineRows(db)
      .where('bank_line.company_id', '=', company)
      .where('bank_line.currency_id', '=', CURRENCY_IDS[currency])
      .where(STATE, '=', view)
      .orderBy('bank_line.on_date', 'desc')
      .orderBy('bank_line.id', 'desc'),
    { page, size },
  )
  return {
    ...{ count, results: await shownLines(db, rows, of), currency },
    currencies: currencies.includes(currency) ? currencies : [...currencies, currency],
    ...sums,
    ...{ missing, statements },
  }
})

export const line = api.company.money.bank.line.handler(async ({ input: { id }, context }) =>
  shownLine(context.deps.db, { company: context.company, id }),
)

/** What the books have and no statement of these days. */
export const missing = api.company.money.bank.missing.handler(async ({ input, context }) => {
  const { company, deps } = context
  const currency = input.currency ?? (await currencyOf(deps.db, company))
  const all = (await allMissing(deps.db, { company, currency })).reverse()
  const { start, end } = pageSlice(input.page, all.length, input.size)
  return { count: all.length, currency, results: all.slice(start, end).map(shownBooked) }
})

/** One of the company's lines as its desk sees it. Throws NOT_FOUND. */
export async function shownLine(db: Kysely<DB>, { company, id }: { company: number; id: number }) {
  const row = await lineRows(db)
    .where('bank_line.company_id', '=', company)
    .where('bank_line.id', '=', id)
    .executeTakeFirst()
  const [shown] = row ? await shownLines(db, [row], { company, currency: currencyIn(row) }) : []
  if (!shown) throw errors.NOT_FOUND()
  return shown
}

const STATE = sql<string>`case
  when bank_line.note is not null then 'EXPLAINED'
  when bank_line.matched is null then 'OPEN'
  when bank_line.matched <> bank_line.amount then 'DIFFERENT'
  else 'MATCHED' end`

function lineRows(db: Kysely<DB>) {
  return db
    .selectFrom('bank_line')
    .select(['bank_line.id', 'bank_line.on_date', 'bank_line.amount', 'bank_line.currency_id'])
    .select(['bank_line.reference', 'bank_line.name', 'bank_line.text', 'bank_line.note', 'bank_line.why'])
    .select(STATE.as('state'))
}

type Row = Awaited<ReturnType<ReturnType<typeof lineRows>['execute']>>[number]

async function shownLines(db: Kysely<DB>, rows: readonly Row[], of: BookedOf) {
  const [first] = rows
  if (!first) return []
  const days = rows.map(({ on_date }) => on_date).sort()
  const open = rows.some(({ state }) => state === 'OPEN')
    ? await openItems(db, of, { from: addDays(days[0]!, -AROUND), to: addDays(days.at(-1)!, AROUND) })
    : []
  const matched = await matchedItems(db, of, rows)
  return rows.map((row) => {
    const one = { id: row.id, on: row.on_date, amount: row.amount }
    const words = `${row.reference} ${row.name} ${row.text}`
    return {
      ...{ ...one, currency: of.currency, reference: row.reference, name: row.name, text: row.text, note: row.note },
      state: row.state === 'DIFFERENT' ? ('MATCHED' as const) : (row.state as 'OPEN' | 'MATCHED' | 'EXPLAINED'),
      matched: matched.filter(({ line_id }) => line_id === row.id).map(shownBooked),
      why: row.why,
      candidates: row.state === 'OPEN' ? candidatesOf({ ...one, words }, open).map(shownBooked) : [],
    }
  })
}

async function matchedItems(db: Kysely<DB>, of: BookedOf, rows: readonly Row[]): Promise<BookedRow[]> {
  const ids = rows.filter(({ why }) => why !== null).map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await sql<BookedRow>`
    select * from (${bookedItems(of, { lines: ids })}) booked order by "on", key`.execute(db)
  return found.rows.map(withNumbers)
}

async function sumsOf(db: Kysely<DB>, { company, currency }: BookedOf) {
  const rows = await db
    .selectFrom('bank_line')
    .select(STATE.as('state'))
    .select((of) => [of.fn.countAll<number>().as('count'), sql<string>`sum(amount)`.as('amount')])
    .where('company_id', '=', company)
    .where('currency_id', '=', CURRENCY_IDS[currency])
    .groupBy(STATE)
    .execute()
  const of = (state: string) => {
    const row = rows.find((one) => one.state === state)
    return { count: row?.count ?? 0, amount: Number(row?.amount ?? 0) }
  }
  return { open: of('OPEN'), different: of('DIFFERENT'), matched: of('MATCHED'), explained: of('EXPLAINED') }
}

/** What no line is, within the days of the statements in this currency, of which the last 120 are looked at. */
async function missingDays(db: Kysely<DB>, { company, currency }: BookedOf) {
  const { first, last } = await db
    .selectFrom('bank_statement')
    .select((of) => [of.fn.min('from_on').as('first'), of.fn.max('to_on').as('last')])
    .where('company_id', '=', company)
    .where('currency_id', '=', CURRENCY_IDS[currency])
    .executeTakeFirstOrThrow()
  if (first === null || last === null) return null
  const begin = addDays(last, -MISSING_DAYS)
  return { from: begin > first ? begin : first, to: last }
}

async function allMissing(db: Kysely<DB>, of: BookedOf): Promise<BookedRow[]> {
  const days = await missingDays(db, of)
  return days ? openItems(db, of, days) : []
}

async function missingSums(db: Kysely<DB>, of: BookedOf) {
  const days = await missingDays(db, of)
  if (!days) return { count: 0, amount: 0 }
  const { rows } = await sql<{ count: number; amount: string }>`
    select count(*)::int as count, coalesce(sum(amount), 0) as amount from (${bookedItems(of, days)}) booked
    where line_id is null and "on" between ${days.from} and ${days.to}`.execute(db)
  return { count: rows[0]?.count ?? 0, amount: Number(rows[0]?.amount ?? 0) }
}

async function latestStatements(db: Kysely<DB>, { company, currency }: BookedOf) {
  const rows = await db
    .selectFrom('bank_statement')
    .select(['id', 'name', 'format', 'number', 'from_on', 'to_on', 'closing', 'lines', 'created_at'])
    .where('company_id', '=', company)
    .where('currency_id', '=', CURRENCY_IDS[currency])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(STATEMENTS)
    .execute()
  const removable = await removableStatements(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, format, number, from_on, to_on, closing, lines, created_at }) => ({
    ...{ id, name, format, ending: number?.slice(-4) ?? null, from: from_on, to: to_on, closing, lines },
    ...{ created_at: created_at.toISOString(), removable: removable.has(id) },
  }))
}

async function currenciesOf(db: Kysely<DB>, company: number) {
  const rows = await db
    .selectFrom('bank_statement')
    .select('currency_id')
    .distinct()
    .where('company_id', '=', company)
    .orderBy('currency_id', 'desc')
    .execute()
  return rows.map(currencyIn)
}
