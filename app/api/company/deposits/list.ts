import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { deskLine, deskRows } from '#app/api/company/reservations/lines.ts'
import { shownDeposit } from '#app/api/reservations/read/deposit-facts.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BACK_BY, depositRows } from '#app/db/deposit.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { freeDeposit } from '#app/rules/reservation/charges/dispute.ts'
import { isMoney } from '#app/rules/reservation/protocol.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'

/** The deposits of a company: held ones by the day on which they are due back, the overdue first; those that are over, the latest first. */
export const list = api.company.deposits.list.handler(async ({ input, context }) => {
  const { deps, language, person, company } = context
  const { db } = deps
  const { page, size, view } = input
  const now = deps.now()
  const all = depositRows(db)
    .where('deposit.company_id', '=', company)
    .$if(view === 'HELD', (of) => of.where('deposit.held', '>', 0))
    .$if(view === 'DUE', (of) => of.where('deposit.held', '>', 0).where('ended.on', 'is not', null))
    .$if(view === 'OVER', (of) => of.where('deposit.held', '=', 0))
  const [{ count }, held, overdue, { deposit_back_days }] = await Promise.all([
    all
      .clearSelect()
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    heldByWay(db, company),
    countOverdue(db, { company, now }),
    db.selectFrom('company').select('deposit_back_days').where('id', '=', company).executeTakeFirstOrThrow(),
  ])
  const { start } = pageSlice(page, count, size)
  const rows = await all
    .$if(view === 'OVER', (of) => of.orderBy('deposit.closed_at', 'desc'))
    .$if(view !== 'OVER', (of) => of.orderBy(BACK_BY))
    .orderBy('reservation.number')
    .limit(size)
    .offset(start)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [lines, disputed] = await Promise.all([
    deskRows(db, company)
      .where((of) => of('reservation.id', '=', of.fn.any(of.val(ids))))
      .execute(),
    disputedOf(db, ids),
  ])
  const results = rows.map((row) => {
    const line = lines.find(({ id }) => id === row.id)
    if (!line) throw new Error(`the reservation ${row.id} of a deposit is gone`)
    const deposit = shownDeposit(row, now)
    const open = disputed.filter(({ reservation_id }) => reservation_id === row.id)
    const free = deposit.ended_on === null ? 0 : freeDeposit(deposit.held, open)
    return {
      reservation: deskLine(line, { language, now, person }),
      deposit,
      free,
      disputed: open.reduce((sum, { amount }) => sum + amount, 0),
    }
  })
  return { count, results, held, overdue, back_days: deposit_back_days }
})

/** What a company holds, money before promises. */
async function heldByWay(db: Kysely<DB>, company: number) {
  const rows = await db
    .selectFrom('deposit')
    .innerJoin('reservation', 'reservation.id', 'deposit.reservation_id')
    .select(['deposit.way', 'reservation.currency_id'])
    .select((of) => [of.fn.countAll<number>().as('count'), sql<number>`sum(deposit.held)::bigint`.as('amount')])
    .where('deposit.company_id', '=', company)
    .where('deposit.held', '>', 0)
    .groupBy(['deposit.way', 'reservation.currency_id'])
    .orderBy('reservation.currency_id')
    .orderBy('deposit.way')
    .execute()
  return rows
    .map(({ way, count, amount, currency_id }) => ({ way, count, amount, currency: currencyIn({ currency_id }) }))
    .toSorted((one, other) => Number(isMoney(other.way)) - Number(isMoney(one.way)))
}

/** How many deposits a company should have given back already. */
async function countOverdue(db: Kysely<DB>, { company, now }: { company: number; now: Date }): Promise<number> {
  const { n } = await depositRows(db)
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('deposit.company_id', '=', company)
    .where('deposit.held', '>', 0)
    .where('ended.on', 'is not', null)
    .where(sql<boolean>`${BACK_BY}::date < (${now}::timestamptz at time zone city.zone)::date`)
    .executeTakeFirstOrThrow()
  return n
}

function disputedOf(db: Kysely<DB>, reservations: readonly string[]) {
  return db
    .selectFrom('proposal')
    .select(['reservation_id', 'status', 'amount'])
    .where((of) => of('reservation_id', '=', of.fn.any(of.val(reservations))))
    .where('status', '=', 'DISPUTED')
    .execute()
}
