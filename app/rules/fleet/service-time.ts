import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'

/** How long a work takes, and between which hours a workshop takes vehicles. Source: *ours*. */
const SERVICE_HOURS = 5
const FIRST_START = 9
const LAST_START = 13
/** The longest look ahead, in days. */
const MOST_DAYS = 30

interface FreeTime {
  start_date: CalendarDate
  start_time: string
  end_date: CalendarDate
  end_time: string
}

/**
 * The first five hours of a working day in which a vehicle is free, not before `now` and not after `lastDay`, in local time; null if
 * there are none within 30 days. Source: *ours* (issue 19).
 */
export function freeServiceTime(
  busy: readonly { start_at: Date; end_at: Date }[],
  { now, today, lastDay, zone }: { now: Date; today: CalendarDate; lastDay: CalendarDate; zone: string },
): FreeTime | null {
  for (let day = 0; day <= MOST_DAYS; day++) {
    const date = addDays(today, day)
    if (date > lastDay) return null
    for (let hour = FIRST_START; hour <= LAST_START; hour++) {
      const [start_time, end_time] = [hourText(hour), hourText(hour + SERVICE_HOURS)]
      const [start, end] = [instantOf(date, start_time, zone), instantOf(date, end_time, zone)]
      if (start <= now || busy.some(({ start_at, end_at }) => start_at < end && end_at > start)) continue
      return { start_date: date, start_time, end_date: date, end_time }
    }
  }
  return null
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
