import { type MouseEvent, useRef } from 'react'
import { chatOver } from '#app/features/chat/chat-request.ts'
import { ChatBadge } from '#app/features/chat/unread-badge.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import type { SiteFrame } from '../site.ts'
import { accountHref } from './account-links.ts'
import { useAwayOnScroll } from './chrome.live.tsx'

/** The four tabs of small screens (§2, "Bottom navigation"). */
export function BottomNavigation({ frame }: { frame: SiteFrame }) {
  const t = useText('common')
  const { language } = useLanguage()
  const bar = useRef<HTMLElement>(null)
  useAwayOnScroll(bar)
  const isSignedIn = frame.viewer !== undefined
  const account = (path: string) => accountHref(path, { language, isSignedIn })
  return (
    <nav className="tabs" aria-label={t('nav.bottom')} ref={bar}>
      <Tab href={pathIn(language, '/')} icon="search" label={t('nav.search')} isCurrent={frame.path === '/'} />
      <Tab
        href={account('/profile/reservations')}
        icon="trips"
        label={t('nav.trips')}
        isCurrent={frame.path.startsWith('/profile/reservation')}
      />
      <Tab
        href={account('/profile/chat')}
        icon="chat"
        label={t('nav.chat')}
        isCurrent={frame.path === '/profile/chat'}
        unread={frame.viewer?.unread}
        onClick={isSignedIn && frame.path !== '/profile/chat' ? chatOver : undefined}
      />
      <Tab
        href={account('/profile/mobile')}
        icon="user"
        label={t('nav.profile')}
        isCurrent={frame.path === '/profile/mobile'}
      />
    </nav>
  )
}

function Tab({
  href,
  icon,
  label,
  isCurrent,
  unread,
  onClick,
}: {
  href: string
  icon: IconName
  label: string
  isCurrent: boolean
  unread?: number | undefined
  onClick?: ((event: MouseEvent) => void) | undefined
}) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      <Icon name={icon} size="l" />
      {`${label} `}
      {unread !== undefined && <ChatBadge count={unread} />}
    </a>
  )
}
