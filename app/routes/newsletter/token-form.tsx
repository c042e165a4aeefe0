import { MailLinkAnswer, MailLinkPage } from '#app/features/mail-link/mail-link.tsx'
import { useText } from '#app/i18n/text/text.tsx'

/** The page of a link in a newsletter's e-mail. */
export function TokenForm({ about }: { about: 'confirm' | 'unsubscribe' }) {
  const t = useText('newsletter')
  return <MailLinkPage title={t(`${about}.title`)} text={t(`${about}.text`)} submit={t(`${about}.submit`)} />
}

/** The answer to a link that has expired or was never valid. */
export function GoneLink() {
  const t = useText('newsletter')
  return (
    <MailLinkAnswer
      title={t('gone.title')}
      text={t('gone.text')}
      next={{ path: '/newsletter', label: t('gone.again') }}
    />
  )
}
