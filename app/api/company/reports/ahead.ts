import { type Kysely, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import type { Language } from '#app/rules/constants.ts'
import { lengthIn } from '#app/rules/fleet/utilisation.ts'
import { CALLED_OFF, SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { daysAhead, type ReportDays, spanOf, yearBefore } from '#app/rules/time/report-periods.ts'
import { joinSpans, type Span } from '#app/rules/time/spans.ts'
import type { ReportVehicle } from './fleet-times.ts'
import { inTurns } from './in-turns.ts'

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
    vehicles,
    company,
    now,
    before,
    today,
  }: {
    vehicles: readonly ReportVehicle[]
    company: number
    now: Date
    before: ReportDays
    today: CalendarDate
  },
): Promise<number> {
  const yearAgo = new Date(now.getTime() - daysBetween(before.from, addDays(today, 1)) * DAY_MS)
  const bookedThen = await readBookedThen(db, { company, yearAgo, days: before })
  let out = 0
  for await (const { id, city } of inTurns(vehicles)) {
    const booked = bookedThen.get(id)
    if (!booked) continue
    const spans = booked.map(({ start_at, end_at }): Span => [start_at.getTime(), end_at.getTime()])
    out += lengthIn(joinSpans(spans), spanOf(before, city.zone))
  }
  return out
}

async function readBookedThen(
  db: Kysely<DB>,
  { company, yearAgo, days }: { company: number; yearAgo: Date; days: ReportDays },
) {
  const rows = await db
    .selectFrom('reservation')
    .select(['ad_id', 'start_at', 'end_at'])
    .where('company_id', '=', company)
    .where('start_date', '<', days.to)
    .where('end_date', '>=', days.from)
    .where('created_at', '<=', yearAgo)
    .where(
      sql<boolean>`(status in ${literalList(SUCCESSFUL)} or (status in ${literalList(CALLED_OFF)}
        and exists (select from reservation_event e where e.reservation_id = reservation.id and e.status = 'CONFIRMED')
        and exists (select from reservation_event e where e.reservation_id = reservation.id
          and e.status = reservation.status and e.at > ${yearAgo})))`,
    )
    .execute()
  return Map.groupBy(rows, ({ ad_id }) => ad_id)
}
