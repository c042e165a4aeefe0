import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { directionOf } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import '../../../../styles/profile.css'
import '../../../../styles/desk.css'

type Day = { date: string; booked: number; begun: number }

const WIDTH = 600
const HEIGHT = 150
const LEFT = 34

/** Bookings by day as a drawing, and the same numbers as a table behind a disclosure. */
export function BookingsChart({ days }: { days: readonly Day[] }) {
  const t = useText('operator')
  const { language } = useLanguage()
  const top = Math.max(4, ...days.map(({ begun }) => begun))
  const step = (WIDTH - LEFT) / Math.max(1, days.length)
  // Time runs as the page is read, and the numbers stand where reading begins.
  const isRtl = directionOf(language) === 'rtl'
  const columnOf = (index: number) => (isRtl ? days.length - 1 - index : index)
  const start = isRtl ? 0 : LEFT
  const bar = (index: number, value: number, part: number) => {
    const height = (value / top) * HEIGHT
    const x = start + columnOf(index) * step + (step * (1 - part)) / 2
    return `M${x.toFixed(1)} ${(HEIGHT - height).toFixed(1)}h${(step * part).toFixed(1)}V${HEIGHT}h-${(step * part).toFixed(1)}z`
  }
  const most = days.reduce<Day | undefined>((best, day) => (best && best.booked >= day.booked ? best : day), undefined)
  const label = most
    ? t('overview.chartText', {
        most: formatNumber(most.booked, language),
        date: formatDate(most.date, language, 'short'),
      })
    : t('overview.chart')
  const marks = days.filter((_, index) => index % Math.ceil(days.length / 6) === 0)
  return (
    <section className="card stack stack-2" aria-labelledby="bookings">
      <h2 id="bookings">{t('overview.chart')}</h2>
      <svg className="plot" viewBox={`0 -6 ${WIDTH} 176`} role="img" aria-label={`${t('overview.chart')}. ${label}`}>
        {[0, top].map((value) => (
          <g key={value}>
            <path className="g" d={`M${start} ${HEIGHT - (value / top) * HEIGHT}h${WIDTH - LEFT}`} />
            <text
              x={isRtl ? WIDTH - LEFT + 6 : LEFT - 6}
              y={HEIGHT - (value / top) * HEIGHT + 4}
              textAnchor={isRtl ? 'start' : 'end'}
            >
              {formatNumber(value, language)}
            </text>
          </g>
        ))}
        <path className="b" d={days.map(({ begun }, index) => bar(index, begun, 0.9)).join('')} />
        <path className="a" d={days.map(({ booked }, index) => bar(index, booked, 0.45)).join('')} />
        {marks.map(({ date }) => (
          <text
            key={date}
            className="m"
            x={start + (columnOf(days.findIndex((day) => day.date === date)) + 0.5) * step}
            y={166}
            textAnchor="middle"
          >
            {formatDate(date, language, 'short')}
          </text>
        ))}
      </svg>
      <ul className="row row-s sm" aria-label={t('overview.legend')}>
        <li className="row tight row-s">
          <svg className="plot-key" viewBox="0 0 12 12" aria-hidden="true">
            <path className="a" d="M3 0h6v12H3z" />
          </svg>
          {t('overview.booked')}
        </li>
        <li className="row tight row-s">
          <svg className="plot-key" viewBox="0 0 12 12" aria-hidden="true">
            <path className="b" d="M0 0h12v12H0z" />
          </svg>
          {t('overview.begun')}
        </li>
      </ul>
      <details>
        <summary className="chip">
          {t('overview.asTable')}
          <Icon name="down" size="s" />
        </summary>
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">{t('overview.day')}</th>
              <th scope="col" className="n">
                {t('overview.booked')}
              </th>
              <th scope="col" className="n">
                {t('overview.begun')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, booked, begun }) => (
              <tr key={date}>
                <th scope="row">
                  <time dateTime={date}>{formatDate(date, language, 'weekday')}</time>
                </th>
                <td className="n">{formatNumber(booked, language)}</td>
                <td className="n">{formatNumber(begun, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
