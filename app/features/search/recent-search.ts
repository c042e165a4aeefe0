import { RECENT_SEARCHES_MAX } from '#app/rules/constants.ts'
import { isCalendarDate } from '#app/rules/time/calendar-date.ts'

/** A remembered search: the address of its results, and what it was for. */
export interface RecentSearch {
  /** Path and query without a language: `/rent/car?city=Kish&start_date=2026-12-03&…`. */
  path: string
  city: string
  start: string
  end: string
}

const LONGEST = 300

/** The search for a city and a time; undefined without both days. */
export function recentSearch(
  kind: 'car' | 'motor',
  city: string,
  time: Partial<Record<'start_date' | 'start_time' | 'end_date' | 'end_time', string>>,
): RecentSearch | undefined {
  const { start_date, end_date } = time
  if (!start_date || !end_date) return undefined
  const query = new URLSearchParams({ city })
  for (const [name, value] of Object.entries(time)) if (value) query.set(name, value)
  return { path: `/rent/${kind}?${query}`, city, start: start_date, end: end_date }
}

/** Parses stored searches; untrusted, because anybody may have written them. */
export function readRecent(text: string | null): RecentSearch[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isRecentSearch).slice(0, RECENT_SEARCHES_MAX) : []
  } catch {
    return []
  }
}

/** The list with a search moved or added to its front. */
export function withRecent(list: readonly RecentSearch[], search: RecentSearch): RecentSearch[] {
  return [search, ...list.filter(({ path }) => path !== search.path)].slice(0, RECENT_SEARCHES_MAX)
}

function isRecentSearch(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false
  const { path, city, start, end } = value as Record<string, unknown>
  const isShort = (text: unknown): text is string => typeof text === 'string' && text.length <= LONGEST
  return isShort(path) && /^\/rent\/(car|motor)\?/.test(path) && isShort(city) && isDay(start) && isDay(end)
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && isCalendarDate(value)
}
