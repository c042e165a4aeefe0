import type { ReactNode } from 'react'
import type { CalendarDay, MonthGrid } from '#app/i18n/format/calendar.ts'
import { weekdayNames } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

interface Days {
  /** Taken or too far ahead: struck through, with a text for screen readers. What is before `today` is past, and so neither. */
  isBusy: (date: CalendarDate) => boolean
  /** The link of a free day. */
  href: (date: CalendarDate) => string
  /** What is below a free day, if anything; its place is kept for it. */
  note?: ((date: CalendarDate) => ReactNode) | undefined
  from?: CalendarDate
  to?: CalendarDate
  today?: CalendarDate
}

/** A month as a table of links, rendered on the server. Weeks start on the language's first day of the week. */
export function MonthCalendar({ month, ...days }: Days & { month: MonthGrid }) {
  const { language } = useLanguage()
  return (
    <table className="cal">
      <caption>{month.title}</caption>
      <thead>
        <tr>
          {weekdayNames(language).map(({ weekday, long, narrow }) => (
            <th key={weekday} scope="col" abbr={long}>
              {narrow}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week[0]?.iso}>
            {week.map((day) => (day.inMonth ? <DayCell key={day.iso} day={day} {...days} /> : <td key={day.iso} />))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({ day, isBusy, href, note, from, to, today }: Days & { day: CalendarDay }) {
  const t = useText('common')
  const isEnd = day.iso === from || day.iso === to
  const isInside = from !== undefined && to !== undefined && day.iso > from && day.iso < to
  const classes = [
    day.isRestDay && 'we',
    day.iso === today && 'now',
    isInside && 'in-r',
    day.iso === from && 'from',
    day.iso === to && 'to',
  ].filter(Boolean)
  const className = classes.length > 0 ? classes.join(' ') : undefined
  if (today && day.iso < today && !isEnd) return <td className="past">{day.label}</td>
  if (isBusy(day.iso) && !isEnd) {
    return (
      <td className={className}>
        <span>
          <span className="vh">{`${t('calendar.busy')} `}</span>
          {day.label}
        </span>
      </td>
    )
  }
  return (
    <td className={className}>
      <a href={href(day.iso)} aria-current={isEnd ? 'date' : undefined} rel="nofollow">
        {day.label}
        {day.iso === from && <span className="vh">{` ${t('calendar.pickUp')}`}</span>}
        {day.iso === to && <span className="vh">{` ${t('calendar.return')}`}</span>}
        {note && <small> {note(day.iso)}</small>}
      </a>
    </td>
  )
}
