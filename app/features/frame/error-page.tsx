import { useLocation } from 'react-router'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { failureKind, failureTextKey, mayPass } from '#app/i18n/text/failure-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { LogoMark } from '#app/ui/brand/logo.tsx'
import { useSiteBrand } from '#app/ui/brand/site-brand.tsx'

/**
 * The page in place of one that failed: its status, what that means, and a link home (§2, "Error page").
 * `isUnknown`: no page has this address.
 */
export function ErrorPage({ status, isUnknown }: { status: number; isUnknown?: boolean }) {
  const t = useText('common')
  const { language } = useLanguage()
  const name = useSiteBrand()?.name
  const { pathname, search } = useLocation()
  const kind = failureKind(status, isUnknown)
  const title = t(`error.${kind}`)
  return (
    <main id="main" tabIndex={-1}>
      <title>{name ? `${title} - ${name}` : title}</title>
      <div className="wrap">
        <div className="oops">
          <p className="oops-n">
            <span className="vh">{localDigits(status, language)}</span>
            <StarredDigits status={status} />
          </p>
          <div className="road" aria-hidden="true" />
          <h1 className="pt-4">{title}</h1>
          <p className="soft">{t(failureTextKey(kind))}</p>
          <div className="row justify-center">
            <a className="btn btn-go btn-lg" href={pathIn(language, '/')}>
              {t('error.home')}
            </a>
            {mayPass(kind) && (
              <a className="btn btn-lg" href={pathIn(language, pathname + search)}>
                {t('error.again')}
              </a>
            )}
            {status === 404 && (
              <a className="btn btn-lg" href={pathIn(language, '/rent/car')}>
                <Icon name="search" />
                {t('error.search')}
              </a>
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

/** The digits of the status; the logo's mark replaces each zero. */
function StarredDigits({ status }: { status: number }) {
  const { language } = useLanguage()
  return [...String(status)].map((digit, index) =>
    digit === '0' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
      <LogoMark key={index} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
      <span key={index} aria-hidden="true">
        {localDigits(digit, language)}
      </span>
    ),
  )
}
