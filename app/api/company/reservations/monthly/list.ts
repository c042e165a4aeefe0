import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { LEFT_OF_PART, openParts } from '#app/db/monthly.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { PART_DAYS } from '#app/rules/reservation/monthly/parts.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { daysBetween } from '#app/rules/time/calendar-date.ts'

const WEEK_DAYS = 7

/** The open monthly parts of a company, the earliest due date first, with what is late and what comes. */
export const listParts = api.company.reservations.monthly.list.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { db } = deps
  const now = deps.now()
  const { page, size, view } = input
  const local = sql<string>`(${now}::timestamptz at time zone city.zone)::date`
  const isLate = sql<boolean>`part.due_on < ${local}`
  const within = (days: number) => sql<boolean>`part.due_on >= ${local} and part.due_on <= ${local} + ${days}::int`
  const all = openParts(db).where('reservation.company_id', '=', company)
  const wanted = all
    .$if(view === 'LATE', (of) => of.where(isLate))
    .$if(view === 'WEEK', (of) => of.where(within(WEEK_DAYS)))
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select([...TITLE_COLUMNS, 'ad.plate'])
    .select(['reservation.share_id', 'reservation.number', 'reservation.fullname', 'reservation.status'])
    .select(['reservation.currency_id', 'part.position', 'part.days', 'part.starts_on', 'part.due_on', 'part.amount'])
    .select([LEFT_OF_PART.as('left'), local.as('today')])
    .select((of) =>
      of
        .selectFrom('rental_part as each')
        .select((each) => each.fn.countAll<number>().as('n'))
        .whereRef('each.reservation_id', '=', 'part.reservation_id')
        .where('each.dropped_at', 'is', null)
        .as('of'),
    )
    .orderBy('part.due_on')
    .orderBy('reservation.number')
    .orderBy('part.position')
  const sumsOf = (condition: ReturnType<typeof within>) =>
    all
      .where(condition)
      .select('reservation.currency_id')
      .select((of) => of.fn.countAll<number>().as('count'))
      .select(sql<number>`sum(${LEFT_OF_PART})::bigint`.as('amount'))
      .groupBy('reservation.currency_id')
      .orderBy('reservation.currency_id')
      .execute()
  const [{ count, rows }, open, late, week, month, vehicles, rule] = await Promise.all([
    pageRows(wanted, { page, size }),
    sumsOf(sql<boolean>`true`),
    sumsOf(isLate),
    sumsOf(within(WEEK_DAYS)),
    sumsOf(within(PART_DAYS)),
    vehiclesOf(db, company),
    db
      .selectFrom('company')
      .select(['monthly_parts as offered', 'part_grace_days as grace_days', 'end_notice_days as notice_days'])
      .where('id', '=', company)
      .executeTakeFirstOrThrow(),
  ])
  const shown = (sums: typeof open) =>
    sums.map(({ currency_id, ...sum }) => ({ ...sum, currency: currencyIn({ currency_id }) }))
  const countOf = (sums: typeof open) => sums.reduce((sum, one) => sum + one.count, 0)
  return {
    count,
    results: rows.map(({ position, days, starts_on, due_on, amount, left, today, of, ...row }) => {
      const days_late = Math.max(0, daysBetween(due_on, today))
      const state = days_late > 0 ? ('LATE' as const) : ('DUE' as const)
      return {
        reservation: {
          id: row.share_id,
          number: numberOf(row),
          fullname: nameForCompany(row),
          title: titleOf(row, language),
          plate: row.plate,
          currency: currencyIn(row),
        },
        part: { position, days, starts_on, due_on, amount, left, state, days_late },
        of: of ?? 0,
      }
    }),
    open: countOf(open),
    late: countOf(late),
    week: countOf(week),
    sums: { late: shown(late), month: shown(month) },
    vehicles,
    rule,
  }
})

/** How many vehicles are out on a rental with a plan, of all that are on offer. */
async function vehiclesOf(db: Kysely<DB>, company: number) {
  const [{ out }, { all }] = await Promise.all([
    db
      .selectFrom('reservation')
      .innerJoin('rental_plan', 'rental_plan.reservation_id', 'reservation.id')
      .select((of) => of.fn.countAll<number>().as('out'))
      .where('reservation.company_id', '=', company)
      .where('reservation.status', '=', 'ACTIVE')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('ad')
      .select((of) => of.fn.countAll<number>().as('all'))
      .where('company_id', '=', company)
      .where('status', '=', STATE_NUMBERS.OFFERED)
      .executeTakeFirstOrThrow(),
  ])
  return { out, all }
}
