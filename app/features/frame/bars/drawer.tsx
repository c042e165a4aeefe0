import { useRef } from 'react'
import { contactOver } from '#app/features/support/contact-request.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { SiteFrame } from '../site.ts'
import { accountHref } from './account-links.ts'
import { useDrawer } from './chrome.live.tsx'

/** The side drawer of small screens. A link opens it by its id; with JavaScript it keeps the focus while it is open. */
export function Drawer({ frame }: { frame: SiteFrame }) {
  const box = useRef<HTMLDivElement>(null)
  const isOpen = useDrawer(box)
  const t = useText('common')
  const { language } = useLanguage()
  const href = (path: string) => pathIn(language, path)
  return (
    <div className={isOpen ? 'over is-open' : 'over'} id="menu" role="dialog" aria-label={t('nav.menu')} ref={box}>
      {/* biome-ignore lint/a11y/useAnchorContent: the ground beside the drawer, for a finger only */}
      <a className="back" href="#main" tabIndex={-1} aria-hidden="true" />
      <div className="drawer stack stack-2">
        <div className="row between">
          <a className="logo" href={href('/')}>
            <Logo name={frame.brand.name} />
          </a>
          <a className="ib" href="#main" aria-label={t('nav.closeMenu')}>
            <Icon name="close" size="l" />
          </a>
        </div>
        <nav className="list" aria-label={t('nav.side')}>
          <a href={href('/')}>
            <Icon name="search" />
            {`${t('nav.search')} `}
          </a>
          <a href={href('/voucher')}>
            <Icon name="ticket" />
            {`${t('nav.findReservation')} `}
          </a>
          <a href={href('/favourites')}>
            <Icon name="heart" />
            {`${t('favourites.title')} `}
          </a>
          <a href={href('/blog')}>
            <Icon name="image" />
            {`${t('nav.blog')} `}
          </a>
          <a href={href('/pages/help')}>
            <Icon name="help" />
            {`${t('nav.help')} `}
          </a>
          <a href={href('/pages/terms')}>
            <Icon name="info" />
            {`${t('nav.terms')} `}
          </a>
          <a href={frame.brand.partnerUrl ?? pathIn(language, '/desk')}>
            <Icon name="percent" />
            {`${t('nav.partners')} `}
          </a>
          <a href={href('/pages/contact')} onClick={contactOver}>
            <Icon name="phone" />
            {`${t('nav.contact')} `}
          </a>
        </nav>
        {frame.viewer ? (
          <SignOut frame={frame} />
        ) : (
          <a
            className="btn btn-go"
            href={accountHref('/profile/mobile', { language, isSignedIn: false })}
            rel="nofollow"
          >
            {`${t('nav.signInOrRegister')} `}
          </a>
        )}
      </div>
    </div>
  )
}

/** A form of its own, to the page's whole address: it works before any script has arrived (§4, "Logout"). */
function SignOut({ frame }: { frame: SiteFrame }) {
  const t = useText('common')
  const { language } = useLanguage()
  const here = frame.query.size ? `${frame.path}?${frame.query}` : frame.path
  return (
    <PostForm as="form" action={pathIn(language, '/logout')}>
      <input type="hidden" name="returnUrl" value={pathIn(language, here)} />
      <button type="submit" className="btn w-full">
        <Icon name="logout" />
        {t('nav.signOut')}
      </button>
    </PostForm>
  )
}
