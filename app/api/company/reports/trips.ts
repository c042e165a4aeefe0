import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReportSource } from '#app/rules/reservation/reservation-lists.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import type { ReportDays } from '#app/rules/time/report-periods.ts'
import { CAME_BACK_LATE, REPORT_SOURCE, TOOK_PLACE, WAS_CALLED_OFF } from './counted.ts'
import type { ReportPeriods } from './periods.ts'

/** Rentals that begin in these days, by where they were booked. */
export interface SourceRow {
  source: ReportSource
  currency: number
  rentals: number
  cancelled: number
  /** Sums of the rentals. */
  days: number
  lead: number
  total: number
}

/** The days of a report's figures up to today, and as many of the year before. */
export function figureDays({ pairs, today }: ReportPeriods): { now: ReportDays; before: ReportDays } {
  const [first] = pairs
  if (!first) throw new RangeError('a report without days')
  const { days, before } = first
  const tomorrow = addDays(today, 1)
  if (days.to <= tomorrow) return { now: days, before }
  const end = addDays(before.from, daysBetween(days.from, tomorrow))
  return { now: { from: days.from, to: tomorrow }, before: { from: before.from, to: earlier(end, before.to) } }
}

const earlier = (one: CalendarDate, other: CalendarDate) => (one < other ? one : other)

/** In the order of sources and currencies. */
export async function readSources(db: Kysely<DB>, company: number, { from, to }: ReportDays): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select ${REPORT_SOURCE} as source, currency_id as currency,
      (count(*) filter (where ${TOOK_PLACE}))::int as rentals,
      (count(*) filter (where ${WAS_CALLED_OFF}))::int as cancelled,
      coalesce(sum(days) filter (where ${TOOK_PLACE}), 0)::int as days,
      coalesce(sum(extract(epoch from start_at - created_at) / 86400) filter (where ${TOOK_PLACE}), 0)::float8 as lead,
      coalesce(sum(total) filter (where ${TOOK_PLACE}), 0)::bigint as total
    from reservation
    where company_id = ${company} and start_date >= ${from} and start_date < ${to}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.filter(({ rentals, cancelled }) => rentals + cancelled > 0)
}

/** Rentals that begin in these days: how many, how long, booked how far ahead, and how many were called off or came back late. */
export async function readTrips(db: Kysely<DB>, company: number, days: ReportDays) {
  const [sources, late] = await Promise.all([readSources(db, company, days), countLate(db, company, days)])
  const sum = (of: 'rentals' | 'cancelled' | 'days' | 'lead') => sources.reduce((all, row) => all + row[of], 0)
  const rentals = sum('rentals')
  const mean = (total: number) => (rentals > 0 ? Math.round((total / rentals) * 10) / 10 : null)
  return { rentals, cancelled: sum('cancelled'), length: mean(sum('days')), lead: mean(sum('lead')), late }
}

async function countLate(db: Kysely<DB>, company: number, { from, to }: ReportDays): Promise<number> {
  const { n } = await db
    .selectFrom('reservation')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('company_id', '=', company)
    .where('start_date', '>=', from)
    .where('start_date', '<', to)
    .where(CAME_BACK_LATE)
    .executeTakeFirstOrThrow()
  return n
}
