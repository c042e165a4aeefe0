import { formatTime } from '#app/i18n/format/dates.ts'
import { localeTag, pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import type { Day } from './today.tsx'

/** Notifications to the company's staff that could not be sent. */
export function UnsentCard({ unsent, zone }: Pick<Day, 'unsent' | 'zone'>) {
  const t = useText('desk')
  const { language } = useLanguage()
  if (unsent.length === 0) return null
  return (
    <Card id="unsent" title={t('today.unsent')} className="stack stack-2">
      <p className="sm soft">{t('today.unsentHint')}</p>
      <ul className="stack stack-2">
        {unsent.map(({ title, language: written, at, reservation }) => {
          const words = <bdi lang={localeTag(written)}>{title}</bdi>
          return (
            <li key={`${at} ${title} ${reservation}`}>
              {reservation ? <a href={pathIn(language, `/desk/reservations/${reservation}`)}>{words}</a> : words}{' '}
              <time dateTime={at} className="sm soft">
                {formatTime(localOf(new Date(at), zone).time, language)}
              </time>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
