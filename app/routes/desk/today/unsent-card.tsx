import { formatTime } from '#app/i18n/format/dates.ts'
import { localeTag, pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
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

/** Charges after a return that wait to be sent to their customers. */
export function ChargesToSend({ drafts }: Pick<Day, 'drafts'>) {
  const t = useText('desk')
  const { language } = useLanguage()
  if (drafts.length === 0) return null
  return (
    <Card id="drafts" title={t('today.drafts')} className="stack stack-2">
      <p className="sm soft">{t('today.draftsHint')}</p>
      <ul className="stack stack-2">
        {drafts.map(({ reservation, kind, fullname, amount, currency }) => (
          <li key={`${reservation} ${kind}`} className="row between">
            <a href={pathIn(language, `/desk/reservations/${reservation}#charges`)}>
              <bdi>{fullname}</bdi>
            </a>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
