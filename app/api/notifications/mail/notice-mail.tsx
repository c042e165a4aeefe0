import { renderToStaticMarkup } from 'react-dom/server'
import { pathIn } from '#app/i18n/language.ts'
import type { Message } from '#app/providers/messages/message.ts'
import type { Language } from '#app/rules/constants.ts'
import type { NoticeContent } from '#app/rules/messages/notifications.ts'
import { shippedText } from '../texts.ts'
import { MailButton, MailCode, MailFacts, MailLink, MailPage, type MailPalette, MailText, MailTitle } from './parts.tsx'

type Mail = {
  language: Language
  brand: string
  /** Colours that replace the design's. */
  palette?: MailPalette
  /** The site's public address. */
  origin: string
  content: NoticeContent
  /** Whether a calendar file is attached. */
  hasCalendar?: boolean
  /** Whether its invoice, credit notes or statement are attached. */
  hasPdf?: boolean
  code?: string
  /** Only for news: the address to unsubscribe. */
  unsubscribe?: string | undefined
}

/** A notification as an e-mail: its HTML, and the same as plain text. */
export function noticeMail(mail: Mail): Pick<Message, 'text' | 'html'> {
  const { language, brand, origin, content, hasCalendar, hasPdf, code, unsubscribe } = mail
  const { title, body, facts = [], action } = content
  const isAlert = content.stop !== undefined
  const isNews = unsubscribe !== undefined && !isAlert
  const why = isAlert ? 'mail.becauseAlert' : isNews ? 'mail.becauseNews' : 'mail.because'
  const because = shippedText(language, why, { brand })
  const own = pathIn(language, isNews ? '/profile/notifications/topics' : '/profile/profile')
  // Whoever asked for an alert may have no account.
  const settings = !isAlert && {
    label: shippedText(language, isNews ? 'mail.topics' : 'mail.settings'),
    href: origin + (content.links?.settings ?? own),
  }
  const ends = unsubscribe && {
    label: shippedText(language, isAlert ? 'mail.stopAlerts' : 'mail.unsubscribe'),
    href: unsubscribe,
  }
  const attached = [
    hasCalendar && shippedText(language, 'mail.calendar'),
    hasPdf && content.attached && shippedText(language, `mail.${attachedAs(content.attached)}`),
  ]
    .filter(Boolean)
    .join(' ')
  const html = renderToStaticMarkup(
    <MailPage
      language={language}
      title={title}
      preview={body}
      brand={brand}
      palette={mail.palette}
      footer={
        <>
          {because} {settings && <MailLink href={settings.href}>{settings.label}</MailLink>}
          {ends && (
            <>
              {settings && ' · '}
              <MailLink href={ends.href}>{ends.label}</MailLink>
            </>
          )}
        </>
      }
    >
      <MailTitle>{title}</MailTitle>
      <MailText>{body}</MailText>
      {code && <MailCode>{code}</MailCode>}
      {facts.length > 0 && <MailFacts facts={facts} />}
      {attached && <MailText soft>{attached}</MailText>}
      {action && <MailButton href={origin + action.path}>{action.label}</MailButton>}
    </MailPage>,
  )
  const text = [
    body,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    attached,
    action && `${action.label}: ${origin}${action.path}`,
    settings ? `${because} ${settings.href}` : because,
    ends && `${ends.label}: ${ends.href}`,
  ]
  return { html: `<!doctype html>${html}`, text: text.filter(Boolean).join('\n\n') }
}

function attachedAs(attached: NonNullable<NoticeContent['attached']>): 'invoice' | 'creditNote' | 'statement' {
  if ('invoice' in attached) return 'invoice'
  return 'credited' in attached ? 'creditNote' : 'statement'
}
