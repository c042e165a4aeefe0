import type { ReactNode } from 'react'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { Day } from './today.tsx'

type Line = Day['waiting'][number]

const URGENT_HOURS = 3

/** Requests that the company must answer, the most urgent first. */
export function WaitingCard({ waiting }: { waiting: readonly Line[] }) {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <Card id="waiting" title={t('waiting.title')} className="stack">
      {waiting.length === 0 && <p className="soft">{t('waiting.none')}</p>}
      {waiting.map((line) => (
        <article key={line.id} className="stack stack-2">
          <Heading line={line}>
            {line.hours_left !== null && (
              <Tag kind={line.hours_left < URGENT_HOURS ? 'bad' : 'warn'} icon="clock">
                {t('waiting.left', { n: line.hours_left })}
              </Tag>
            )}
          </Heading>
          <div className="row above">
            {(['confirm', 'reject'] as const).map((action) => (
              <a
                key={action}
                className={action === 'confirm' ? 'btn btn-go btn-s' : 'btn btn-s'}
                href={pathIn(language, `/desk/reservations/${line.id}/${action}`)}
              >
                {t(`act.${action}.submit`)}
                <span className="vh">: {line.fullname}</span>
              </a>
            ))}
          </div>
        </article>
      ))}
      {waiting.length > 0 && <p className="xs mute">{t('waiting.hint')}</p>}
    </Card>
  )
}

/** Bookings of the last day, however far ahead their rentals are. */
export function FreshCard({ fresh }: { fresh: readonly Line[] }) {
  const t = useText('desk')
  if (fresh.length === 0) return null
  return (
    <Card id="fresh" title={t('today.fresh')} className="stack">
      {fresh.map((line) => (
        <article key={line.id} className="stack stack-2">
          <Heading line={line} />
        </article>
      ))}
    </Card>
  )
}

function Heading({ line, children }: { line: Line; children?: ReactNode }) {
  const t = useText('common')
  const { language } = useLanguage()
  const { id, fullname, ad, start_date, end_date, days, total, currency } = line
  return (
    <>
      <div className="row between">
        <h3>
          <a href={pathIn(language, `/desk/reservations/${id}`)}>
            <bdi>{fullname}</bdi>
          </a>
        </h3>
        {children}
      </div>
      <p className="sm soft">
        {ad.title} · <time dateTime={start_date}>{formatDate(start_date, language, 'short')}</time> –{' '}
        <time dateTime={end_date}>{formatDate(end_date, language, 'short')}</time> · {t('trip.days', { n: days })} ·{' '}
        <Money amount={total} currency={currency} />
      </p>
    </>
  )
}
