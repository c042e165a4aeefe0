import type { ReactNode } from 'react'
import { ReadyTag, useArrivalText } from '#app/features/check-in/parts.tsx'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DAY_MINUTES, HOUR_MINUTES } from '#app/rules/time/durations.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { Day } from './today.tsx'
import '../../../../styles/profile.css'

type Task = Day['tasks'][number]

/** The day as a timeline: what is done, what is late, the present moment, what is to come. */
export function TaskList({ day }: { day: Day }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const late = day.tasks.filter(({ reservation }) => reservation.late_minutes !== null)
  const coming = day.tasks.filter(({ reservation }) => reservation.late_minutes === null)
  const now = localOf(new Date(day.now), day.zone).time
  return (
    <>
      {day.done.length > 0 && (
        <details>
          <summary className="row sm brand b">
            <Icon name="check" size="s" />
            {t('today.done', { n: day.done.length })}
          </summary>
          <ol className="line run">
            {day.done.map((task) => (
              <TaskItem key={`${task.kind} ${task.reservation.id}`} task={task} day={day} className="item done" />
            ))}
          </ol>
        </details>
      )}
      {day.tasks.length === 0 && <p className="soft">{t('today.none')}</p>}
      {day.tasks.length > 0 && (
        <ol className="line run">
          {late.map((task) => (
            <TaskItem key={task.reservation.id} task={task} day={day} className="item due" action />
          ))}
          <li className="now" aria-current="time">
            {t('today.now', { time: formatTime(now, language) })}
          </li>
          {coming.map((task, index) => (
            <TaskItem
              key={task.reservation.id}
              task={task}
              day={day}
              className={index === 0 ? 'item next' : 'item'}
              action
            />
          ))}
        </ol>
      )}
    </>
  )
}

function TaskItem({
  task: { kind, at, reservation, check_in },
  day,
  className,
  action,
}: {
  task: Task
  day: Day
  className: string
  action?: boolean
}) {
  const t = useText('desk')
  const { language } = useLanguage()
  const arrivalText = useArrivalText()
  const { id, fullname, phone, ad, plate, late_minutes } = reservation
  const { date, time } = localOf(new Date(at), reservation.city.zone)
  const isPickUp = kind === 'PICK_UP'
  return (
    <li className={className}>
      <b className="num">
        <time dateTime={`${date}T${time}`}>{formatTime(time, language)}</time>
      </b>
      <div>
        <h3>
          <a href={pathIn(language, `/desk/reservations/${id}`)}>
            <bdi>{fullname}</bdi>
          </a>{' '}
          {late_minutes !== null && <LateTag minutes={late_minutes} />} {check_in && <ReadyTag ready={check_in} />}
        </h3>
        <p className="sm soft row row-s">
          <span>
            <Icon name={isPickUp ? 'out' : 'in'} size="s" flip /> {t(`task.${kind}`)} · {ad.title}
          </span>
          <Plate text={plate} />
        </p>
        <p className="sm mute">
          {date !== day.date && `${formatDate(date, language, 'weekday')} · `}
          {isPickUp ? reservation.receive : reservation.return}
          {check_in?.arrival && !check_in.arrival.is_outdated && ` · ${arrivalText(check_in.arrival)}`}
        </p>
      </div>
      <div className="sm side-t">{action && <MoneyLine task={{ kind, reservation }} />}</div>
      {action && (
        <div className="do row above">
          <a
            className="btn btn-s btn-go"
            href={pathIn(language, `/desk/reservations/${id}/${isPickUp ? 'hand-over' : 'take-back'}`)}
          >
            <Icon name={isPickUp ? 'key' : 'in'} />
            {t(isPickUp ? 'task.handOver' : 'task.takeBack')}
            <span className="vh">: {fullname}</span>
          </a>
          <a className="btn btn-s" href={`tel:${phone}`}>
            <Icon name="phone" />
            <span className="vh">{t('task.call', { name: fullname })} </span>
            {phoneIn(language, phone)}
          </a>
        </div>
      )}
    </li>
  )
}

function MoneyLine({ task: { kind, reservation } }: { task: Pick<Task, 'kind' | 'reservation'> }): ReactNode {
  const t = useText('desk')
  const { language } = useLanguage()
  const { due_at_desk, guarantee_amount, currency } = reservation
  if (kind === 'PICK_UP') {
    if (due_at_desk === 0) return t('task.allPaid')
    return t('task.due', { amount: formatMoney(due_at_desk, currency, language) })
  }
  return guarantee_amount > 0 && t('task.giveBack', { amount: formatMoney(guarantee_amount, currency, language) })
}

/** How late a customer is, in the largest unit. */
function LateTag({ minutes }: { minutes: number }) {
  const t = useText('desk')
  const words =
    minutes < HOUR_MINUTES
      ? t('task.lateMinutes', { n: minutes })
      : minutes < 2 * DAY_MINUTES
        ? t('task.lateHours', { n: Math.floor(minutes / HOUR_MINUTES) })
        : t('task.lateDays', { n: Math.floor(minutes / DAY_MINUTES) })
  return (
    <Tag kind="bad" icon="clock">
      {words}
    </Tag>
  )
}
