import { useRef } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
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
        href={pathIn(language, '/voucher')}
        icon="ticket"
        label={t('nav.findShort')}
        isCurrent={frame.path === '/voucher'}
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

function Tab({ href, icon, label, isCurrent }: { href: string; icon: IconName; label: string; isCurrent: boolean }) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} size="l" />
      {label}
    </a>
  )
}
