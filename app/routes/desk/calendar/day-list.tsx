import { Plate } from '#app/features/desk/plate.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { fleetDays } from '#app/rules/time/fleet-calendar.ts'
import { Tag } from '#app/ui/tag.tsx'
import { blockName, type CalendarStay, statusOf, type Vehicle, type Words } from './calendar-rows.tsx'

type Line = { time: string | null; label: string; isLate: boolean; href: string; title: string; plate: string | null }

/** A day as the list shows it. */
export interface ListedDay {
  date: string
  out: Line[]
  back: Line[]
  blocked: Line[]
  free: number
}

/** The days with what happens on them, as plain data. */
export function listedDays(
  vehicles: readonly Vehicle[],
  { t, words, ...range }: Words & { from: string; days: number },
): ListedDay[] {
  const held = vehicles.map(({ stays, ...vehicle }) => ({
    ...vehicle,
    stays: stays.map((stay) => ({
      ...stay,
      start: { date: stay.start_date, time: stay.start_time },
      end: { date: stay.end_date, time: stay.end_time },
    })),
  }))
  type Pair = { vehicle: Pick<Vehicle, 'title' | 'plate'>; stay: CalendarStay }
  const line =
    (time: (stay: CalendarStay) => string | null) =>
    ({ vehicle, stay }: Pair) => ({
      ...{ time: time(stay), title: vehicle.title, plate: vehicle.plate, isLate: stay.is_late },
      label: stay.kind === 'BLOCK' ? blockName(stay, t) : (stay.label ?? statusOf(stay, { t, words })),
      href:
        stay.kind === 'BLOCK' ? (stay.is_imported ? '/desk/feeds' : '/desk/blocks') : `/desk/reservations/${stay.id}`,
    })
  return fleetDays(held, range).map(({ date, out, back, blocked, free }) => ({
    ...{ date, free },
    out: out.map(line(({ start_time }) => start_time)),
    back: back.map(line(({ end_time }) => end_time)),
    blocked: blocked.map(line(() => null)),
  }))
}

/** The calendar by day, which phones show in place of the table. */
export function DayList({ days, today, shown }: { days: readonly ListedDay[]; today: string; shown: number }) {
  const t = useText('calendar')
  const { language } = useLanguage()
  return (
    <ol className="plan-days stack stack-2">
      {days.map(({ date, out, back, blocked, free }) => (
        <li key={date} className="card stack stack-2" aria-current={date === today ? 'date' : undefined}>
          <h2 className="text-base">
            {date === today && `${t('today')}${commaOf(language)}`}
            {formatDate(date, language, 'weekday')}
          </h2>
          <p className="row row-s">
            <Tag>{t('list.out', { n: out.length })}</Tag>
            <Tag>{t('list.back', { n: back.length })}</Tag>
            <Tag kind="ok">{t('list.free', { n: free, all: shown })}</Tag>
          </p>
          {out.length + back.length > 0 && (
            <ul className="stack stack-1">
              <Lines lines={out} word={t('list.handOver')} />
              <Lines lines={back} word={t('list.takeBack')} />
            </ul>
          )}
          {blocked.length > 0 && (
            <details>
              <summary className="chip">
                {t('blocked')}: {formatNumber(blocked.length, language)}
              </summary>
              <ul className="stack stack-1">
                <Lines lines={blocked} />
              </ul>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function Lines({ lines, word }: { lines: readonly Line[]; word?: string }) {
  const t = useText('calendar')
  const { language } = useLanguage()
  return lines.map(({ time, label, isLate, href, title, plate }) => (
    <li key={`${href} ${title} ${plate}`} className="row row-s">
      {time && <span className="num">{formatTime(time, language)}</span>}
      <span className="grow">
        {word && <span className="sm mute">{word} </span>}
        <a href={pathIn(language, href)}>
          <bdi>{label}</bdi>
        </a>{' '}
        {isLate && <Tag kind="bad">{t('late')}</Tag>}
        <span className="sm soft"> {title}</span>
      </span>
      <Plate text={plate} />
    </li>
  ))
}
