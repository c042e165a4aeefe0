import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { useOperatorWork } from '../../use-operator-work.ts'
import type { Managed } from '../managed.server.ts'

/** Tickets and chats about the reservation, for operators of the support. */
export function ConversationsCard({ one: { conversations, city } }: { one: Managed }) {
  const t = useText('managed')
  const tickets = useText('tickets')
  const { language } = useLanguage()
  const does = useOperatorWork()
  if (!does('SUPPORT')) return null
  return (
    <Card id="conversations" title={t('talks.title')} className="stack stack-2">
      {conversations.length === 0 && <p className="soft">{t('talks.none')}</p>}
      <ul className="list">
        {conversations.map(({ id, kind, number, subject, status, updated_at }) => (
          <li key={id}>
            <a href={pathIn(language, `/operator/inbox/${id}`)}>
              <span className="grow">
                {kind === 'CHAT' && t('talks.chat')}
                {kind === 'TICKET' && t('talks.ticket', { number: localDigits(String(number ?? ''), language) })}
                {subject && (
                  <>
                    {' '}
                    · <bdi>{subject}</bdi>
                  </>
                )}
                <br />
                <span className="xs mute">
                  {formatInstant(new Date(updated_at), city.zone, language, 'long')}
                  {status && ` · ${tickets(`status.${status}`)}`}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The picture of the guarantee; records and their photos have cards of their own. */
export function DocumentsCard({ one: { id, deposit, city } }: { one: Managed }) {
  const t = useText('managed')
  const { language } = useLanguage()
  const does = useOperatorWork()
  const { requested, uploaded_at } = deposit
  return (
    <Card id="documents" title={t('documents.title')} className="stack stack-2">
      {!uploaded_at && <p className="soft">{t(requested ? 'documents.asked' : 'documents.none')}</p>}
      {uploaded_at && (
        <p>
          {t('documents.deposit')}, {formatInstant(new Date(uploaded_at), city.zone, language, 'long')}{' '}
          {does('SUPPORT') && (
            <a href={pathIn(language, `/profile/reservation/${id}/deposit?at=${Date.parse(uploaded_at)}`)}>
              {t('documents.see')}
            </a>
          )}
        </p>
      )}
    </Card>
  )
}
