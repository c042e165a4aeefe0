import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/icon.tsx'
import { LogoMark } from '#app/ui/logo.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import type { DeskFrame } from './desk-frame.ts'

const OWN_NAMES: Record<Language, string> = {
  fa: 'فارسی',
  en: 'English',
  ar: 'العربية',
  tr: 'Türkçe',
  de: 'Deutsch',
}

/** Pages that begin with the search. */
const HAVE_OWN = ['/desk', '/desk/find', '/desk/reservations']

/** The bar on top of the desk: whose it is, one search for everything, the language, the account. */
export function DeskBar({ frame, brand, path }: { frame: DeskFrame; brand: string; path: string }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { company, role } = frame
  return (
    <header className="bar">
      <div className="wrap">
        <a className="logo" href={pathIn(language, '/desk')} aria-label={`${brand}, ${t('name')}`}>
          <LogoMark />
          <span className="only-l">{brand}</span>
        </a>
        <p className="clip">
          <b>{company.name}</b> <span className="only-l">· {company.city}</span>
        </p>
        {role !== 'DRIVER' && !HAVE_OWN.includes(path.split('?')[0] ?? '') && (
          <SearchBox id="seek" className="seek only-l" />
        )}
        <div className="end row tight row-s">
          <details className="menu">
            <summary>
              <Icon name="globe" />
              <span className="vh">{t('nav.language')}: </span>
              <span className="only-l">{OWN_NAMES[language]}</span>
            </summary>
            <div className="pop list">
              <h2>{t('nav.language')}</h2>
              {LANGUAGES.map((other) => (
                <a
                  key={other}
                  href={pathIn(other, path)}
                  lang={other}
                  hrefLang={other}
                  aria-current={other === language ? 'true' : undefined}
                >
                  {OWN_NAMES[other]}
                </a>
              ))}
            </div>
          </details>
          <details className="menu">
            <summary>
              <span className="ava ava-s" aria-hidden="true">
                <Icon name="user" />
              </span>
              <span className="vh">{t('nav.account')}</span>
            </summary>
            <div className="pop list">
              <h2>{role ? t(`role.${role}`) : t('actor.OPERATOR')}</h2>
              <AccountLinks />
            </div>
          </details>
        </div>
      </div>
    </header>
  )
}

/** Out of the desk: to the site, to one's own account, to nobody. */
export function AccountLinks() {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <>
      <a href={pathIn(language, '/')}>
        <Icon name="globe" />
        {t('nav.site')}
      </a>
      <a href={pathIn(language, '/profile/profile')}>
        <Icon name="user" />
        {t('nav.account')}
      </a>
      <PostForm as="form" action={pathIn(language, '/logout')}>
        <input type="hidden" name="returnUrl" value={pathIn(language, '/')} />
        <button type="submit" className="bad">
          <Icon name="logout" flip />
          {t('nav.signOut')}
        </button>
      </PostForm>
    </>
  )
}

/** One box that finds a reservation by whatever somebody at the counter says. */
export function SearchBox({
  id,
  className,
  value,
  hasScan = false,
}: {
  id: string
  className: string
  value?: string
  /** Whether a link beside it leads to the camera. */
  hasScan?: boolean
}) {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <search>
      <form className={className} action={pathIn(language, '/desk/reservations')}>
        <label className="vh" htmlFor={id}>
          {t('search.label')}
        </label>
        <input
          className="in"
          id={id}
          type="search"
          name="q"
          defaultValue={value}
          maxLength={160}
          placeholder={t('search.label')}
          autoComplete="off"
        />
        <button type="submit" className="ib" aria-label={t('search.submit')}>
          <Icon name="search" />
        </button>
        {hasScan && (
          <a className="btn" href={pathIn(language, '/desk/find')}>
            <Icon name="camera" />
            <span className="vh">{t('search.scan')}</span>
          </a>
        )}
      </form>
    </search>
  )
}
