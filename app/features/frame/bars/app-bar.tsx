import { Fragment } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Language } from '#app/rules/constants.ts'
import { Avatar } from '#app/ui/brand/avatar.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import type { SiteFrame } from '../site.ts'
import { accountHref } from './account-links.ts'
import { signInOver } from './chrome.live.tsx'
import { LanguageAndCurrency } from './menu.tsx'

const RESERVATIONS = '/profile/reservations'
const MOBILE_MENU = '/profile/mobile'

const PARTNERS = '/desk'
const PARTNERS_FIRST = [
  [PARTNERS, 'nav.partners'],
  ['/pages/terms', 'nav.terms'],
  ['/blog', 'nav.blog'],
  ['/voucher', 'nav.findReservation'],
] as const
/** What travellers from abroad want, then the rest, of which the footer has more. */
const TRAVELLERS_FIRST = [
  ['/rent/car', 'footer.cars'],
  ['/rent/motor', 'footer.motors'],
  ['/rent/car/monthly', 'footer.monthly'],
  ['/pages/help', 'footer.help'],
  PARTNERS_FIRST[0],
  PARTNERS_FIRST[3],
] as const
/** English pages are read by travellers above all; the other languages keep the order of the design. */
const LINKS: Record<Language, typeof PARTNERS_FIRST | typeof TRAVELLERS_FIRST> = {
  fa: PARTNERS_FIRST,
  en: TRAVELLERS_FIRST,
  ar: PARTNERS_FIRST,
  tr: PARTNERS_FIRST,
  de: PARTNERS_FIRST,
}

/** The bar at the top of every page (§2, "App bar"); its links show from 900 px on. */
export function AppBar({ frame }: { frame: SiteFrame }) {
  const t = useText('common')
  const { language } = useLanguage()
  return (
    <header className="bar">
      <div className="wrap">
        <a className="ib only-s" href="#menu" aria-label={t('nav.menu')}>
          <Icon name="menu" size="l" />
        </a>
        <a className="logo" href={pathIn(language, '/')}>
          <Logo name={frame.brand.name} />
        </a>{' '}
        <nav className="only-l" aria-label={t('nav.main')}>
          {LINKS[language].map(([path, key]) => (
            <Fragment key={path}>
              <a href={(path === PARTNERS && frame.brand.partnerUrl) || pathIn(language, path)}>{t(key)}</a>{' '}
            </Fragment>
          ))}
        </nav>{' '}
        <LanguageAndCurrency frame={frame} /> <Account frame={frame} path={RESERVATIONS} className="only-l" />{' '}
        <Account frame={frame} path={MOBILE_MENU} className="only-s" />
      </div>
    </header>
  )
}

/** To the reservations on wide screens, to the profile's menu on narrow ones, to the sign-in page for visitors. */
function Account({ frame, path, className }: { frame: SiteFrame; path: string; className: string }) {
  const t = useText('common')
  const { language } = useLanguage()
  const href = accountHref(path, { language, isSignedIn: frame.viewer !== undefined })
  if (!frame.viewer) {
    return (
      <a
        className={`btn btn-s ${className}`}
        href={href}
        rel="nofollow"
        onClick={(event) => frame.path === '/login' || signInOver(event, pathIn(language, path))}
      >
        <Icon name="user" />
        {t('nav.signIn')}
      </a>
    )
  }
  const { name, phone, avatar } = frame.viewer
  return (
    <a className={name && className === 'only-l' ? `btn btn-s ${className}` : `ib ${className}`} href={href}>
      <Avatar name={name} picture={avatar} small />{' '}
      {name && (
        <span className="only-l account-name" aria-hidden="true">
          {name}
        </span>
      )}{' '}
      <span className="vh">{t('nav.account', { name: name ?? phone })}</span>
    </a>
  )
}
