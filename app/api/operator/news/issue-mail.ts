import type { Deps } from '#app/api/call/context.ts'
import { noticeMail } from '#app/api/notifications/mail/notice-mail.tsx'
import { shippedText } from '#app/api/notifications/texts.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { type NewsContent, newsLanguage } from '#app/rules/messages/notifications.ts'

/** How a receiver of this language reads an issue, as plain text; the link that ends it is made when it is sent. */
export function issueMail(
  { settings }: Pick<Deps, 'settings'>,
  { content, path }: { content: NewsContent; path: string },
  language: Language,
): { subject: string; text: string } {
  const { origin, brand } = settings
  const written = newsLanguage(content, language) ?? language
  const subject = content.title[written] ?? ''
  const { text = '' } = noticeMail({
    ...{ language, brand: brand[language], origin },
    unsubscribe: '…',
    content: {
      title: subject,
      body: content.body[written] ?? '',
      action: { label: shippedText(language, 'action.news'), path: pathIn(language, path) },
    },
  })
  return { subject, text }
}
