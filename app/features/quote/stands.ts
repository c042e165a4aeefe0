import { z } from 'zod'
import { empty } from '#app/contract/shapes/text.ts'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { QUOTE_ENDS_AT, QUOTE_MOST_DAYS, type QuoteTerm } from '#app/rules/reservation/quote.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'

/** How long a quote stands, as one field: `HOUR`, `DAY`, or the date of its last evening. */
export const StandsText = z.preprocess(empty, z.string().max(20).optional())

/** The same as the call has it; what is neither becomes a date that the call refuses. */
export function termOf(stands: string | undefined): { term: QuoteTerm; until?: CalendarDate } {
  if (stands === 'HOUR' || stands === 'DAY') return { term: stands }
  return stands === undefined ? { term: 'DAY' } : { term: 'DATE', until: stands }
}

/** The options of that field: an hour, a day, and each evening that is allowed. */
export function useStandsOptions(today: CalendarDate): { value: string; label: string }[] {
  const t = useText('quote')
  const counter = useText('counter')
  const { language } = useLanguage()
  const dates = Array.from({ length: QUOTE_MOST_DAYS - 1 }, (_, index) => addDays(today, index + 1))
  return [
    ...(['HOUR', 'DAY'] as const).map((value) => ({ value, label: counter(value) })),
    ...dates.map((value) => {
      const time = formatTime(QUOTE_ENDS_AT, language)
      return { value, label: t('form.until', { date: formatDate(value, language, 'weekday'), time }) }
    }),
  ]
}
