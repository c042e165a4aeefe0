import { sql } from 'kysely'

const DAY_MS = 86_400_000

/** The start of the first of this many days, including today: midnight in Tehran. */
export function periodStart(now: Date, days: number) {
  const from = new Date(now.getTime() - (days - 1) * DAY_MS)
  return sql<Date>`(${from}::timestamptz at time zone 'Asia/Tehran')::date::timestamp at time zone 'Asia/Tehran'`
}
