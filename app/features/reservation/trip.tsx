import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

/** The start or end of a rental in its city's time. */
export interface TripEnd {
  date: CalendarDate
  time: string
}

/** Pick-up and return, connected by a lane that shows the number of days. */
export function Trip({ start, end, days }: { start: TripEnd; end: TripEnd; days: number }) {
  const t = useText('common')
  return (
    <div className="trip">
      <End label={t('trip.pickUp')} {...start} />
      <p className="lane">{t('trip.days', { n: days })}</p>
      <End label={t('trip.return')} {...end} />
    </div>
  )
}

function End({ label, date, time }: TripEnd & { label: string }) {
  const t = useText('common')
  const { language } = useLanguage()
  return (
    <div>
      <span className="mute sm">{label}</span>{' '}
      <b>
        <time dateTime={`${date}T${time}`}>{formatDate(date, language, 'weekday')}</time>
      </b>{' '}
      <span className="soft sm">
        {t.rich('trip.at', {
          time: formatTime(time, language),
          num: (chunks) => <span className="num">{chunks}</span>,
        })}
      </span>
    </div>
  )
}
