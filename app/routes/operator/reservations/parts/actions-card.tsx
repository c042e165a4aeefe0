import { Fragment } from 'react'
import { ChatButton } from '#app/features/chat/chat-button.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { UNPAID } from '#app/rules/reservation/reservation-status.ts'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { useOperatorWork } from '../../use-operator-work.ts'
import type { Managed } from '../managed.server.ts'

type Action = Managed['actions'][number]

const ICONS: Partial<Record<Action, IconName>> = { confirm: 'check', move: 'car', 'send-again': 'send' }

/** What the operator may do now, each on a page of its own, and how to reach both sides. */
export function ActionsCard({ one }: { one: Managed }) {
  const t = useText('managed')
  const { language } = useLanguage()
  const does = useOperatorWork()
  const { id, actions, phone, company, status } = one
  const isSupport = does('SUPPORT')
  return (
    <Card id="actions" title={t('actions')} className="stack">
      {!(isSupport && does('MONEY')) && <p className="sm soft">{t('notYours')}</p>}
      <div className="row row-s">
        {actions.map((action) => {
          const icon = ICONS[action]
          return (
            <Fragment key={action}>
              <a
                className={action === 'confirm' ? 'btn btn-go' : 'btn'}
                href={pathIn(language, `/operator/reservations/${id}/${action}`)}
              >
                {icon && <Icon name={icon} />}
                {t(`act.${action}.link`)}
              </a>{' '}
            </Fragment>
          )
        })}
        {isSupport && !UNPAID.includes(status) && <ChatButton reservation={id} label={t('chat')} />}{' '}
        <Call whom={t('desk.customer')} phone={phone} /> <Call whom={t('desk.company')} phone={company.phone} />{' '}
        <a className="btn" href={pathIn(language, `/voucher/${id}`)}>
          <Icon name="ticket" />
          {t('voucher')}
        </a>
      </div>
    </Card>
  )
}

function Call({ whom, phone }: { whom: string; phone: string }) {
  const { language } = useLanguage()
  return (
    <a className="btn" href={`tel:${phone}`}>
      <Icon name="phone" />
      {whom} {phoneIn(language, phone)}
    </a>
  )
}
