import { type Kysely, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import type { Language } from '#app/rules/constants.ts'
import { CALLED_OFF, SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { daysAhead, type ReportDays, spanOf, yearBefore } from '#app/rules/time/report-periods.ts'

/** The coming days, and the same a year before. */
export function aheadDays(today: CalendarDate, language: Language): { days: ReportDays; before: ReportDays } {
  const days = daysAhead(today)
  return { days, before: yearBefore(days, calendarOf(language), false) }
}

/**
 * How long vehicles were booked in the coming days of a year ago, as it was known on the same day, in milliseconds. What was called off
 * since then was booked then.
 */
export async function bookedYearAgo(
  db: Kysely<DB>,
  {
    zones,
    company,
    now,
    before,
    today,
  }: {
    /** Of the company's vehicles. */
    zones: readonly string[]
    company: number
    now: Date
    before: ReportDays
    today: CalendarDate
  },
): Promise<number> {
  if (zones.length === 0) return 0
  const yearAgo = new Date(now.getTime() - daysBetween(before.from, addDays(today, 1)) * DAY_MS)
  const windows = sql.join(
    zones.map((zone) => {
      const [from, to] = spanOf(before, zone)
      return sql`(${zone}::text, ${new Date(from)}::timestamptz, ${new Date(to)}::timestamptz)`
    }),
  )
  const { rows } = await sql<{ ms: number }>`
    with booked as (
      select reservation.ad_id, range_agg(tstzrange(reservation.start_at, reservation.end_at)) * tstzmultirange(tstzrange(days.from_at, days.to_at)) as times
      from reservation
      join ad on ad.id = reservation.ad_id and ad.company_id = ${company}
      join city on city.id = ad.city_id
      join (values ${windows}) as days (zone, from_at, to_at) on days.zone = city.zone
      where reservation.company_id = ${company} and reservation.start_date < ${before.to} and reservation.end_date >= ${before.from}
        and reservation.created_at <= ${yearAgo} and ${wasBooked(yearAgo)}
      group by reservation.ad_id, days.from_at, days.to_at
    )
    select coalesce(sum(round(date_part('epoch', upper(one) - lower(one)) * 1000)), 0)::bigint as ms
    from booked, unnest(times) as one`.execute(db)
  return rows[0]?.ms ?? 0
}

/** Of a reservation: it took place, or was called off later, after it had been confirmed. */
const wasBooked = (yearAgo: Date) =>
  sql<boolean>`(reservation.status in ${literalList(SUCCESSFUL)} or (reservation.status in ${literalList(CALLED_OFF)}
    and exists (select from reservation_event e where e.reservation_id = reservation.id and e.status = 'CONFIRMED')
    and exists (select from reservation_event e where e.reservation_id = reservation.id
      and e.status = reservation.status and e.at > ${yearAgo})))`
