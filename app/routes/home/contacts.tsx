import { contactOver } from '#app/features/support/contact-request.ts'
import { formatTime } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import type { HomeData } from './home.tsx'

/** The ways to reach support (§3, "Support contact entry"), with its hours. */
export function Contacts({
  contacts,
  hours,
}: {
  contacts: HomeData['contacts']
  hours: { opens: string; closes: string }
}) {
  const t = useText('home')
  const { language } = useLanguage()
  if (contacts.length === 0) return null
  return (
    <section className="section" aria-labelledby="contacts">
      <h2 id="contacts">{t('contacts.title')}</h2>
      <p className="soft pb-4">
        {t('contacts.hours', { from: formatTime(hours.opens, language), to: formatTime(hours.closes, language) })}
      </p>
      <ul className="grid3">
        {contacts.map(([type, title, phone, description]) => (
          <li key={title} className="card stack stack-1">
            <b className="row tight">
              <Icon name={type === 'GENERAL' ? 'phone' : 'chat'} className="brand" />
              {title}
            </b>{' '}
            {phone && (
              <a
                className="ltr justify-self-start"
                href={type === 'WHATS_APP' ? pathIn(language, '/pages/contact') : `tel:${phone.replaceAll(' ', '')}`}
                onClick={type === 'WHATS_APP' ? contactOver : undefined}
              >
                {localDigits(phone, language)}
              </a>
            )}{' '}
            <span className="soft sm">{description}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
