import { MailLinkAnswer, MailLinkPage } from '#app/features/mail-link/mail-link.tsx'
import { useText } from '#app/i18n/text/text.tsx'

/** The page of a link in an alert's e-mail. */
export function LinkPage({ about }: { about: 'confirm' | 'stop' }) {
  const t = useText('alerts')
  return <MailLinkPage title={t(`${about}.title`)} text={t(`${about}.text`)} submit={t(`${about}.submit`)} />
}

/** The answer to a link that has expired or was never valid, and to one that a mail program has just used. */
export function LinkResult({ result }: { result: 'gone' | 'ended' }) {
  const t = useText('alerts')
  const isGone = result === 'gone'
  return (
    <MailLinkAnswer
      title={isGone ? t('gone.title') : t('done.ended.title')}
      text={isGone ? t('gone.text') : t('done.ended.text')}
      next={{ path: '/', label: t('toSearch') }}
    />
  )
}
