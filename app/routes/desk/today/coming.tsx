import { calendarOf, formatDate, restWeekday, weekdayNames } from '#app/i18n/format/dates.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { partsIn, weekday } from '#app/rules/time/calendar-date.ts'
import { Card } from '#app/ui/card.tsx'
import type { Day } from './today.tsx'

/** The height of a column of the week, and of its foot, in the drawing's units. */
const COLUMN = 32

/**
 * The coming seven days: a column for the vehicles that are out, with the pick-ups and returns. Each links to its list.
 */
export function WeekCard({ day: { week, date: today, fleet } }: { day: Day }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const total = Math.max(1, fleet?.total ?? 0)
  return (
    <Card id="week" title={t('today.week')} className="stack stack-2">
      <ol className="week">
        {week.map(({ date, pick_ups, returns, out }) => {
          const top = COLUMN - Math.round((Math.min(out, total) / total) * COLUMN)
          const name = weekdayNames(language).find((one) => one.weekday === weekday(date))
          return (
            <li key={date}>
              <a
                href={pathIn(language, `/desk/reservations?from=${date}&to=${date}`)}
                aria-current={date === today ? 'date' : undefined}
              >
                <span className="vh">
                  {t('today.day', { date: formatDate(date, language, 'weekday'), pickUps: pick_ups, returns, out })}
                </span>
                <span className={weekday(date) === restWeekday(language) ? 'bad' : undefined} aria-hidden="true">
                  {name?.narrow}
                </span>
                <b aria-hidden="true">{dayOf(date, language)}</b>
                <svg viewBox={`0 0 20 ${COLUMN}`} className="plot" preserveAspectRatio="none" aria-hidden="true">
                  <path className="t" d={`M5 0h10v${COLUMN}H5z`} />
                  <path className="a" d={`M5 ${top}h10V${COLUMN}H5z`} />
                </svg>
                <span className="n" aria-hidden="true">
                  {formatNumber(pick_ups, language)}↑
                </span>
                <span className="n" aria-hidden="true">
                  {formatNumber(returns, language)}↓
                </span>
              </a>
            </li>
          )
        })}
      </ol>
      <p className="xs mute">{t('today.weekHint')}</p>
    </Card>
  )
}

function dayOf(date: string, language: ReturnType<typeof useLanguage>['language']) {
  return localDigits(partsIn(date, calendarOf(language)).day, language)
}

/** Where the company's vehicles are at this moment. */
export function FleetCard({ day: { fleet } }: { day: Day }) {
  const t = useText('desk')
  const { language } = useLanguage()
  if (!fleet) return null
  const { total, out, blocked } = fleet
  const rows = [
    { key: 'fleetTotal', n: total },
    { key: 'fleetOut', n: out },
    { key: 'fleetBlocked', n: blocked },
    { key: 'fleetFree', n: Math.max(0, total - out - blocked) },
  ] as const
  return (
    <Card id="fleet" title={t('today.fleet')} className="stack stack-2">
      <dl className="sum">
        {rows.map(({ key, n }) => (
          <div key={key}>
            <dt>{t(`today.${key}`)}</dt>
            <dd className="n">{formatNumber(n, language)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
