import { sql } from 'kysely'
import { DAY_MS } from '#app/rules/time/durations.ts'

/** The start of the first of this many days, including today: midnight in Tehran. */
export function periodStart(now: Date, days: number) {
  const from = new Date(now.getTime() - (days - 1) * DAY_MS)
  return sql<Date>`(${from}::timestamptz at time zone 'Asia/Tehran')::date::timestamp at time zone 'Asia/Tehran'`
}
