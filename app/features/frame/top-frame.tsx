import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { accountHref } from './bars/account-links.ts'
import { LanguageAndCurrency } from './bars/menu.tsx'
import type { SiteFrame } from './site.ts'

/** The layout Top (§2) for a partner who offers the marketplace under their own brand: one bar, and a footer of one line. */
export function TopFrame({ frame, toasts, children }: { frame: SiteFrame; toasts: ReactNode; children: ReactNode }) {
  const t = useText('common')
  const { language } = useLanguage()
  const { brand, viewer } = frame
  const account = accountHref(viewer ? '/profile/mobile' : '/profile/reservations', {
    language,
    isSignedIn: viewer !== undefined,
  })
  return (
    <>
      <header className="bar">
        <div className="wrap">
          <a className="logo" href={pathIn(language, '/')}>
            <Logo name={brand.name} />
          </a>
          <PoweredBy name={brand.poweredBy} />
          <LanguageAndCurrency frame={frame} />
          <a className="btn btn-s" href={account} rel="nofollow">
            {viewer ? t('nav.profile') : t('nav.signIn')}
          </a>
        </div>
      </header>
      {toasts}
      {children}
      <footer className="foot">
        <div className="wrap row">
          {FOOT.map(([path, key]) => (
            <a key={path} href={pathIn(language, path)}>
              {t(key)}
            </a>
          ))}
          {brand.partnerUrl && <a href={brand.partnerUrl}>{t('nav.partners')}</a>}
          <PoweredBy name={brand.poweredBy} />
        </div>
      </footer>
    </>
  )
}

const FOOT = [
  ['/voucher', 'nav.findReservation'],
  ['/pages/contact', 'nav.contact'],
  ['/pages/terms', 'nav.terms'],
  ['/pages/policy', 'footer.policy'],
] as const

/** Whose marketplace it is. */
function PoweredBy({ name }: { name: string | undefined }) {
  const t = useText('common')
  return name ? <p className="soft sm">{t('footer.poweredBy', { name })}</p> : null
}
