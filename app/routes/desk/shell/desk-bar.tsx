import { Fragment } from 'react'
import { AccountLinks } from '#app/features/desk/account-links.tsx'
import { FindForm } from '#app/features/desk/find-form.tsx'
import { useSiteFrame } from '#app/features/frame/frame.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { LogoMark } from '#app/ui/brand/logo.tsx'
import type { DeskFrame } from './desk-frame.ts'

/** The longest search: the address in a voucher's code may be pasted, too. */
const LONGEST = 160

/** Pages that have the search at their top. */
const HAVE_OWN = ['/desk', '/desk/find', '/desk/reservations']

/** The bar at the top of the desk: the company, one search for everything, the language, the account. */
export function DeskBar({ frame, brand, path }: { frame: DeskFrame; brand: string; path: string }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { languages } = useSiteFrame().brand
  const { company, role } = frame
  return (
    <header className="bar">
      <div className="wrap">
        <a className="logo" href={pathIn(language, '/desk')} aria-label={`${brand}, ${t('name')}`}>
          <LogoMark />
          <span className="only-l">{brand}</span>
        </a>{' '}
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
              <span className="only-l">{LANGUAGE_NAMES[language]}</span>
            </summary>
            <div className="pop list">
              <h2>{t('nav.language')}</h2>
              {languages.map((other) => (
                <Fragment key={other}>
                  <a
                    href={pathIn(other, path)}
                    lang={other}
                    hrefLang={other}
                    aria-current={other === language ? 'true' : undefined}
                  >
                    {LANGUAGE_NAMES[other]}
                  </a>{' '}
                </Fragment>
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

/** One field that finds a reservation by anything that a customer at the counter says. */
export function SearchBox({
  id,
  className,
  value,
  hasScan = false,
}: {
  id: string
  className: string
  value?: string
  /** Whether there is a link to the scanner beside it. */
  hasScan?: boolean
}) {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <FindForm
      find={{ path: '/desk/reservations', label: t('search.label'), longest: LONGEST }}
      {...{ id, className, value }}
      hasKey
    >
      {hasScan && (
        <a className="btn" href={pathIn(language, '/desk/find')}>
          <Icon name="camera" />
          <span className="vh">{t('search.scan')}</span>
        </a>
      )}
    </FindForm>
  )
}
