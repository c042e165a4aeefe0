import { useRef } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { UNREAD_BADGE_CAP } from '#app/rules/constants.ts'
import { Icon, type IconName } from '../icon.tsx'
import { accountHref } from './account-links.ts'
import { useAwayOnScroll } from './chrome.live.tsx'
import type { SiteFrame } from './site.ts'

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
  unread = 0,
}: {
  href: string
  icon: IconName
  label: string
  isCurrent: boolean
  unread?: number
}) {
  const t = useText('common')
  const { language } = useLanguage()
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} size="l" />
      {label}
      {unread > 0 && (
        <>
          <span className="dot" aria-hidden="true">
            {localDigits(badge(unread), language)}
          </span>
          <span className="vh">, {t('nav.unread', { n: unread })}</span>
        </>
      )}
    </a>
  )
}

/** The count of a badge: 99+ from a hundred on (§9). */
export function badge(count: number): string {
  return count > UNREAD_BADGE_CAP ? `${UNREAD_BADGE_CAP}+` : String(count)
}
