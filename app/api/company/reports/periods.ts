import type { Kysely } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { calendarOf, firstWeekday } from '#app/i18n/format/dates.ts'
import type { Language } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import {
  type ReportDays,
  type ReportSpan,
  type ReportStep,
  reportDays,
  reportSteps,
  spanBefore,
  spanOf,
  yearBefore,
} from '#app/rules/time/report-periods.ts'
import type { Span } from '#app/rules/time/spans.ts'

/** The days of a report, each with those a year before. The first is what its figures are about, the others its plot. */
export interface ReportPeriods {
  today: CalendarDate
  now: Date
  pairs: { days: ReportDays; before: ReportDays }[]
}

type Asked = { step: ReportStep; span: ReportSpan; language: Language; now: Date; zone: string }

/** The periods of a report in the calendar of its reader's language. */
export function reportPeriods({ step, span, language, now, zone }: Asked): ReportPeriods {
  const today = dateIn(zone, now)
  const calendar = calendarOf(language)
  const by = { today, calendar, firstWeekday: firstWeekday(language) }
  const pair = (days: ReportDays, isOfMonths: boolean) => ({ days, before: yearBefore(days, calendar, isOfMonths) })
  const steps = reportSteps(step, by).map((days) => pair(days, step === 'MONTH'))
  return { today, now, pairs: [pair(reportDays(span, by), span !== 'DAYS_30'), ...steps] }
}

/** The periods as instants of a place, up to now: each, and after it the one a year before. */
export function spansIn({ pairs, now }: ReportPeriods, zone: string): Span[] {
  return pairs.flatMap(({ days, before }) => {
    const span = spanOf(days, zone, now.getTime())
    return [span, spanBefore(before, span, days, zone)]
  })
}

/** Instants around all periods, wherever the vehicles are. */
export function reach({ pairs, now }: ReportPeriods): { from: Date; to: Date; now: Date } {
  const all = pairs.flatMap(({ days, before }) => [days, before])
  const first = all.map(({ from }) => from).sort()[0] ?? ''
  const last =
    all
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? ''
  return { from: new Date(Date.parse(first) - DAY_MS), to: new Date(Date.parse(last) + DAY_MS), now }
}

/** As an answer has them: with the last day. */
export const shownDays = ({ from, to }: ReportDays) => ({ from, to: addDays(to, -1) })

/** The zone of the company's own city, and its currency. */
export async function reportCompany(db: Kysely<DB>, company: number) {
  const found = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select(['city.zone', 'company.currency_id'])
    .where('company.id', '=', company)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}
