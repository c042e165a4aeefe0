import { type Kysely, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import type { Language } from '#app/rules/constants.ts'
import { addUse, lengthIn, measureUse, type Use } from '#app/rules/fleet/utilisation.ts'
import { CALLED_OFF, SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { daysAhead, type ReportDays, spanOf, yearBefore } from '#app/rules/time/report-periods.ts'
import { joinSpans } from '#app/rules/time/spans.ts'
import type { ReportVehicle } from './fleet-times.ts'
import { inTurns } from './in-turns.ts'

/** The coming days, and the same a year before. */
export function aheadDays(today: CalendarDate, language: Language): { days: ReportDays; before: ReportDays } {
  const days = daysAhead(today)
  return { days, before: yearBefore(days, calendarOf(language), false) }
}

/**
 * How the coming days are booked now; how those of a year before were booked on the same day, and how they came out. What was called
 * off since then was booked then.
 */
export async function lookAhead(
  db: Kysely<DB>,
  {
    vehicles,
    company,
    now,
    days,
    before,
    today,
  }: {
    vehicles: readonly ReportVehicle[]
    company: number
    now: Date
    days: ReportDays
    before: ReportDays
    today: CalendarDate
  },
): Promise<{ now: Use; yearAgo: Use; ended: Use }> {
  const yearAgo = new Date(now.getTime() - daysBetween(before.from, addDays(today, 1)) * DAY_MS)
  const bookedThen = await readBookedThen(db, { company, yearAgo, days: before })
  const sums: Use[] = []
  let out = 0
  for await (const vehicle of inTurns(vehicles)) {
    const spans = [spanOf(days, vehicle.city.zone), spanOf(before, vehicle.city.zone)]
    addUse(sums, measureUse(vehicle, spans))
    const booked = bookedThen.get(vehicle.id)
    if (booked && spans[1]) {
      out += lengthIn(joinSpans(booked.map(({ start_at, end_at }) => [start_at.getTime(), end_at.getTime()])), spans[1])
    }
  }
  const [ahead = NONE, ended = NONE] = sums
  return { now: ahead, ended, yearAgo: { out, able: Math.max(ended.able, out) } }
}

const NONE: Use = { out: 0, able: 0 }

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
