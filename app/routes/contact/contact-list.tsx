import { type DialCodes, PhoneField } from '#app/features/phone/phone-field.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { ContactType } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

interface ContactEntry {
  id: number
  type: ContactType
  title: string
  phone: string | null
  description: string
}

/** The ways to reach support, in their order; the last are an e-mail and a ticket. */
export function ContactList({
  contacts,
  email,
  dialCodes,
  form,
}: {
  contacts: readonly ContactEntry[]
  email: string | undefined
  dialCodes: DialCodes
  form: ReplyForm
}) {
  const t = useText('contact')
  const { language } = useLanguage()
  return (
    <ul className="stack">
      {contacts.map((contact) => (
        <li key={contact.id} className="card stack stack-2">
          <h2 className="row tight text-base">
            <Icon name={contact.type === 'GENERAL' ? 'phone' : 'chat'} className="brand" />
            {contact.title}
          </h2>
          <p className="soft sm">{contact.description}</p>
          <ContactWay contact={contact} form={form} dialCodes={dialCodes} />
        </li>
      ))}
      {email && (
        <li className="card stack stack-2">
          <h2 className="row tight text-base">
            <Icon name="send" className="brand" />
            {t('email.title')}
          </h2>
          <p className="soft sm">{t('email.text')}</p>
          <a className="ltr justify-self-start" href={`mailto:${email}`}>
            {email}
          </a>
        </li>
      )}
      <li className="card stack stack-2">
        <h2 className="row tight text-base">
          <Icon name="help" className="brand" />
          {t('ticket.title')}
        </h2>
        <p className="soft sm">{t('ticket.text')}</p>
        <a className="btn self-start" href={pathIn(language, '/profile/ticketing/new')}>
          {t('ticket.link')}
        </a>
      </li>
    </ul>
  )
}

function ContactWay({
  contact: { id, type, title, phone },
  form,
  dialCodes,
}: {
  contact: ContactEntry
  form: ReplyForm
  dialCodes: DialCodes
}) {
  const t = useText('contact')
  const login = useText('login')
  const { language } = useLanguage()
  if (type === 'LIVE_CHAT') {
    return (
      <a className="btn self-start" href={pathIn(language, '/profile/chat')}>
        {t('chat')}
      </a>
    )
  }
  if (!phone) return null
  if (type === 'GENERAL') {
    return (
      <a className="ltr justify-self-start" href={`tel:${phone.replaceAll(' ', '')}`}>
        {localDigits(formatPhone(phone), language)}
      </a>
    )
  }
  const labels = { phone: t('whatsapp.phone'), country_code: login('countryCode'), choose: login('choose') }
  return (
    <PostForm
      as="form"
      className="stack stack-2 max-w-md"
      action={pathIn(language, '/pages/contact')}
      {...form.props}
      aria-label={title}
    >
      <input type="hidden" name="contact" value={id} />
      <PhoneField form={form} dialCodes={dialCodes} labels={labels} />
      <div>
        <SubmitButton>{t('whatsapp.open')}</SubmitButton>
      </div>
    </PostForm>
  )
}
