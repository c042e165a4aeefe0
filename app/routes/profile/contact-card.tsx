import { Link } from 'react-router'
import { useText } from '#app/i18n/text.tsx'
import { Card } from '#app/ui/card.tsx'

/** Phone and e-mail, and the way to change them by a fresh code. */
export function ContactCard({ phone, email }: { phone: string; email: string | null }) {
  const t = useText('info')
  return (
    <Card id="contact" title={t('contact.title')} className="stack">
      <p className="sm soft">{t('contact.text')}</p>
      <dl className="stack stack-2">
        <div className="row between">
          <div>
            <dt className="sm mute">{t('contact.phone')}</dt>
            <dd className="b ltr">{phone}</dd>
          </div>
          <dd>
            <Link className="btn btn-s" to="/profile/profile/contact?change=phone">
              {t('contact.changePhone')}
            </Link>
          </dd>
        </div>
        <div className="row between">
          <div>
            <dt className="sm mute">{t('contact.email')}</dt>
            <dd className={email ? 'b ltr' : 'mute'}>{email ?? t('contact.none')}</dd>
          </div>
          <dd>
            <Link className="btn btn-s" to="/profile/profile/contact?change=email">
              {email ? t('contact.changeEmail') : t('contact.addEmail')}
            </Link>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
