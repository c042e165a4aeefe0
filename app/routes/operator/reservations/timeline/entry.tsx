import { hasWrittenReason, useEventTitle } from '#app/features/reservation/event-title.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Managed } from '../managed.server.ts'
import { Deliveries } from './deliveries.tsx'
import type { Entry } from './parts.ts'

type Of<What extends Entry['what']> = Extract<Entry, { what: What }>

/** What an entry is called. */
export function useEntryTitle(one: Managed): (entry: Entry) => string {
  const t = useText('managed')
  const protocol = useText('protocol')
  const operator = useText('operator')
  const trips = useText('trips')
  const eventTitle = useEventTitle()
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, one.currency, language)
  return (entry) => {
    switch (entry.what) {
      case 'STATUS':
        return eventTitle(entry)
      case 'PAYMENT': {
        const status = trips(`status.${entry.status}`)
        return t('entry.payment', { number: numberIn(language, entry.number), amount: money(entry.amount), status })
      }
      case 'MOVEMENT':
        return t('entry.movement', { what: operator.loose(`payment.movements.${entry.kind}`) })
      case 'DESK_MONEY':
        return t('entry.deskMoney', {
          what: protocol(`fact.${entry.purpose}`),
          amount: money(entry.amount),
          way: protocol(`way.${entry.way}`),
        })
      case 'CHARGE': {
        const what = protocol(`proposal.${entry.kind}`)
        const status = protocol(`proposalStatus.${entry.status}`)
        return t('entry.charge', { what, amount: money(entry.amount), status })
      }
      case 'MESSAGE':
        return t('entry.message', { to: entry.to })
      case 'TALK':
        return t(`entry.talk.${entry.sender}`)
      case 'PROTOCOL':
        return protocol(`record.${entry.kind}`)
      case 'DOCUMENT':
        return t('entry.document')
      case 'NOTE':
        return t('entry.note')
      case 'LOG':
        return t('entry.log', { what: `${operator.loose(`audit.action.${entry.action}`)} ${entry.subject}` })
    }
  }
}

/** What an entry says beside its title. */
export function EntryBody({ entry, one }: { entry: Entry; one: Managed }) {
  const t = useText('managed')
  const { language } = useLanguage()
  switch (entry.what) {
    case 'STATUS':
      return <StatusBody entry={entry} />
    case 'PAYMENT':
      return (
        <p className="sm">
          <a href={pathIn(language, `/operator/payments/${entry.id}`)}>{t('documents.see')}</a>
        </p>
      )
    case 'MOVEMENT':
      return <Entries entry={entry} one={one} />
    case 'MESSAGE':
      return <MessageBody entry={entry} />
    case 'TALK':
      return (
        <p className="sm" dir="auto">
          {entry.by && (
            <>
              <bdi>{entry.by}</bdi>:{' '}
            </>
          )}
          {entry.body}
          {entry.files > 0 && <span className="mute"> ({t('entry.files', { n: entry.files })})</span>}
        </p>
      )
    case 'CHARGE':
      return (
        entry.ticket && (
          <p className="sm">
            <a href={pathIn(language, `/operator/inbox/${entry.ticket}`)}>{t('entry.ticket')}</a>
          </p>
        )
      )
    case 'LOG':
      return <LogBody entry={entry} />
    default:
      return <ByLine entry={entry} />
  }
}

/** Who did it, what they wrote, and whether it counts no more. */
function ByLine({ entry }: { entry: Of<'DESK_MONEY' | 'PROTOCOL' | 'DOCUMENT' | 'NOTE'> }) {
  const t = useText('managed')
  const isUndone = 'undone' in entry && entry.undone
  if (!entry.by && !isUndone && entry.what !== 'NOTE') return null
  return (
    <p className="sm">
      {entry.by && <bdi className="mute">{entry.by}</bdi>}
      {entry.what === 'NOTE' && (
        <>
          {' '}
          <bdi>{entry.body}</bdi>
        </>
      )}
      {isUndone && <span className="mute"> ({t('entry.undone')})</span>}
    </p>
  )
}

function StatusBody({ entry }: { entry: Of<'STATUS'> }) {
  const t = useText('desk')
  const { actor, by, reason } = entry
  return (
    <p className="sm">
      <bdi className="mute">{by ?? t(`actor.${actor}`)}</bdi>
      {hasWrittenReason(entry) && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </p>
  )
}

function Entries({ entry: { entries }, one: { currency } }: { entry: Of<'MOVEMENT'>; one: Managed }) {
  const operator = useText('operator')
  const { language } = useLanguage()
  return (
    <div className="sm">
      {entries.map(({ account, company, amount }) => (
        <p key={`${account} ${amount}`}>
          {operator(`payment.accounts.${account}`)}
          {company && (
            <>
              {' '}
              · <bdi>{company}</bdi>
            </>
          )}
          : <span className="num">{formatMoney(amount, currency, language)}</span>
        </p>
      ))}
    </div>
  )
}

function MessageBody({ entry }: { entry: Of<'MESSAGE'> }) {
  const t = useText('managed')
  return (
    <div className="sm">
      <Deliveries deliveries={entry.deliveries} />
      <details>
        <summary>
          {t('entry.text')}{' '}
          <bdi className="mute" lang={entry.language}>
            {entry.title}
          </bdi>
        </summary>
        <p lang={entry.language} dir="auto">
          {entry.body}
        </p>
      </details>
    </div>
  )
}

function LogBody({ entry: { by, reason, changes, call } }: { entry: Of<'LOG'> }) {
  const t = useText('operator')
  return (
    <div className="sm">
      <p>
        <bdi className="mute">{by}</bdi>{' '}
        <bdi className="xs mute" dir="ltr">
          {call}
        </bdi>
      </p>
      {reason && <p>{t('audit.because', { reason })}</p>}
      {changes.length > 0 && (
        <details>
          <summary>{t('audit.changes')}</summary>
          {changes.map(({ name, before, after }) => (
            <p key={name} className="xs" dir="ltr">
              {name}: {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
            </p>
          ))}
        </details>
      )}
    </div>
  )
}
