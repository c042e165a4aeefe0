import { Fragment } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { Entry } from './parts.ts'

type Delivery = Extract<Entry, { what: 'MESSAGE' }>['deliveries'][number]

const KINDS = { WAITING: 'warn', SENT: 'ok', FAILED: 'bad', HELD: 'bad' } as const

/** By which ways a message went, and whether it arrived. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const t = useText('managed')
  const { language } = useLanguage()
  if (deliveries.length === 0) return <p className="mute">{t('entry.notSent')}</p>
  return (
    <p className="row row-s">
      {deliveries.map(({ channel, status, receiver }) => (
        <Fragment key={`${channel} ${receiver}`}>
          <Tag kind={KINDS[status]}>
            {t(`entry.channel.${channel}`)} {receiver && <bdi dir="ltr">{localDigits(receiver, language)}</bdi>}{' '}
            {t(`entry.delivery.${status}`)}
          </Tag>{' '}
        </Fragment>
      ))}
    </p>
  )
}
