import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type FleetDay, fleetDays } from '#app/rules/time/fleet-calendar.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { blockName, type CalendarStay, statusOf, type Vehicle } from './calendar-rows.tsx'

type Line = { time: string | null; label: string; isLate: boolean; href: string; title: string; plate: string | null }

/** A day as the list shows it. */
export interface ListedDay {
  date: string
  out: Line[]
  back: Line[]
  blocked: Line[]
  free: number
}

type Words = Parameters<typeof statusOf>[1]

/** The days with what happens on them, as plain data. */
export function listedDays(
  vehicles: readonly Vehicle[],
  { t, ...range }: { from: string; days: number; t: Words },
): ListedDay[] {
  const held = vehicles.map(({ stays, ...vehicle }) => ({
    ...vehicle,
    stays: stays.map((stay) => ({
      ...stay,
      start: { date: stay.start_date, time: stay.start_time },
      end: { date: stay.end_date, time: stay.end_time },
    })),
  }))
  type Pair = FleetDay<(typeof held)[number], (typeof held)[number]['stays'][number]>['out'][number]
  const line =
    (time: (stay: CalendarStay) => string | null) =>
    ({ vehicle, stay }: Pair) => ({
      ...{ time: time(stay), title: vehicle.title, plate: vehicle.plate, isLate: stay.is_late },
      label: stay.kind === 'BLOCK' ? blockName(stay, t) : (stay.label ?? statusOf(stay, t)),
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
            {date === today && `${t('today')}، `}
            {formatDate(date, language, 'weekday')}
          </h2>
          <p className="row row-s">
            <Tag>{t('list.out', { n: out.length })}</Tag>
            <Tag>{t('list.back', { n: back.length })}</Tag>
            <Tag kind="ok">{t('list.free', { n: free, all: shown })}</Tag>
          </p>
          {out.length + back.length + blocked.length > 0 && (
            <ul className="stack stack-1">
              <Lines lines={out} icon="up" word={t('list.handOver')} />
              <Lines lines={back} icon="down" word={t('list.takeBack')} />
              <Lines lines={blocked} icon="close" word={t('blocked')} />
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

function Lines({ lines, icon, word }: { lines: readonly Line[]; icon: 'up' | 'down' | 'close'; word: string }) {
  const t = useText('calendar')
  const { language } = useLanguage()
  return lines.map(({ time, label, isLate, href, title, plate }) => (
    <li key={`${href} ${title} ${plate}`} className="row row-s">
      <Icon name={icon} size="s" />
      {time && <span className="num">{formatTime(time, language)}</span>}
      <span className="grow">
        <span className="vh">{word}: </span>
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
