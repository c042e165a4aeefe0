import { Link } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'

/** Phone and e-mail, and the way to change them by a fresh code. */
export function ContactCard({ phone, email }: { phone: string; email: string | null }) {
  const t = useText('info')
  return (
    <Card id="contact" title={t('contact.title')} className="stack">
      <p className="sm soft">{t('contact.text')}</p>
      <ul className="stack stack-2">
        <li className="row between">
          <p>
            <span className="sm mute block">{t('contact.phone')}</span> <b className="ltr">{phone}</b>
          </p>
          <Link className="btn btn-s" to="/profile/profile/contact?change=phone">
            {t('contact.changePhone')}
          </Link>
        </li>
        <li className="row between">
          <p>
            <span className="sm mute block">{t('contact.email')}</span>{' '}
            {email ? <b className="ltr">{email}</b> : <span className="mute">{t('contact.none')}</span>}
          </p>
          <Link className="btn btn-s" to="/profile/profile/contact?change=email">
            {email ? t('contact.changeEmail') : t('contact.addEmail')}
          </Link>
        </li>
      </ul>
    </Card>
  )
}
