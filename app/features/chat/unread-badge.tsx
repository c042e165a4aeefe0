import { useSyncExternalStore } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { UNREAD_CAP } from '#app/rules/constants.ts'
import { subscribeToUnread, unreadNow } from './chat-request.ts'

type Props = { count: number; atEnd?: boolean }

/** The number of unread messages, at most "99+" (§9); nothing for 0. */
export function UnreadBadge({ count, atEnd }: Props) {
  const t = useText('common')
  const { language } = useLanguage()
  if (count === 0) return null
  const shown = localDigits(count > UNREAD_CAP ? `${UNREAD_CAP}+` : count, language)
  return (
    <span className={atEnd ? 'dot end' : 'dot'} data-unread={count}>
      <span className="vh">{t('nav.unread')} </span>
      <span className="ltr">{shown}</span>
    </span>
  )
}

/** The same for the chat, whose count changes while the page is open. */
export function ChatBadge({ count, ...props }: Props) {
  return <UnreadBadge count={useSyncExternalStore(subscribeToUnread, unreadNow, ofThePage) ?? count} {...props} />
}

const ofThePage = () => undefined
