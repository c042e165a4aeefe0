import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { MOVABLE } from '#app/rules/reservation/reservation-status.ts'
import { blockName, type CalendarStay, statusOf, whenOf } from './calendar-rows.tsx'

/** What a vehicle is taken by in some time, in words, each with the way to it. */
export function InTheWay({ stays }: { stays: readonly CalendarStay[] }) {
  const t = useText('calendar')
  const words = useText('voucher')
  const desk = useText('desk')
  const { language } = useLanguage()
  const whenFree = (wall: string) => {
    const [date = '', time = ''] = wall.split('T')
    return `${formatDate(date, language, 'weekday')} ${formatTime(time, language)}`
  }
  return (
    <ul>
      {stays.map((stay) => {
        const when = whenOf(stay, { language, t })
        return (
          <li key={stay.id}>
            {stay.kind === 'BLOCK' ? (
              t('taken.block', { name: blockName(stay, t), when })
            ) : (
              <a href={pathIn(language, `/desk/reservations/${stay.id}`)}>
                {t('taken.reservation', { name: stay.label ?? '', status: statusOf(stay, { t, words }), when })}
              </a>
            )}{' '}
            {stay.free_from > `${stay.end_date}T${stay.end_time}` && (
              <>{t('taken.gap', { at: whenFree(stay.free_from) })} </>
            )}
            {stay.status && MOVABLE.includes(stay.status) && (
              <a href={pathIn(language, `/desk/reservations/${stay.id}/vehicle`)}>
                {desk('move.nextLink', { name: stay.label ?? '' })}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
