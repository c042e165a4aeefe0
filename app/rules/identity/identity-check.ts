import { addDays, type CalendarDate } from '../time/calendar-date.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { isNationalId } from './national-id.ts'

/** Whether a national id and a mobile number belong to one person. SILENT: the service has not answered. */
export const IDENTITY_VERDICTS = ['SAME', 'NOT_SAME', 'SILENT'] as const
export type IdentityVerdict = (typeof IDENTITY_VERDICTS)[number]

/** How often one person can have it asked in a day. Source: *ours*. */
export const IDENTITY_ASKS_A_DAY = 3

/** Mobile numbers change hands: after this many days it is asked again. Source: *ours*. */
const CHECK_DAYS = 365
/** A service that was silent is not asked again before this many minutes. Source: *ours*. */
const SILENT_MINUTES = 10

/** Whether the inquiry knows such a person: with an Iranian national id and an Iranian mobile number. */
export function isCheckable({ national_id, phone }: { national_id: string; phone: string }): boolean {
  return isNationalId(national_id) && /^\+989\d{9}$/.test(phone)
}

/** The last day on which an answer of this day counts. */
export function checkCountsUntil(asked: CalendarDate): CalendarDate {
  return addDays(asked, CHECK_DAYS)
}

interface LastAsked {
  verdict: IdentityVerdict
  asked_at: Date
}

/**
 * Whether it can be asked now: not while an answer counts for a rental that begins on this day, not again after NOT_SAME, and not soon after
 * silence.
 */
export function mayAsk(
  {
    last,
    checkedUntil,
    startDate,
  }: { last: LastAsked | null; checkedUntil: CalendarDate | null; startDate: CalendarDate },
  now: Date,
): boolean {
  if (checkedUntil !== null && checkedUntil >= startDate) return false
  if (last?.verdict === 'NOT_SAME') return false
  return last?.verdict !== 'SILENT' || now.getTime() - last.asked_at.getTime() >= SILENT_MINUTES * MINUTE_MS
}
