import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Icon } from '../icon.tsx'
import { LogoMark } from '../logo.tsx'

/** What stands where a page could not be shown: its status, what that means, and the way home (§2, "Error page"). */
export function ErrorPage({ status }: { status: number }) {
  const t = useText('common')
  const { language } = useLanguage()
  const isMissing = status === 404
  return (
    <main id="main" tabIndex={-1}>
      <title>{t(titleOf(status))}</title>
      <div className="wrap">
        <div className="oops">
          <p className="oops-n">
            <span className="vh">{localDigits(status, language)}</span>
            <StarredDigits status={status} />
          </p>
          <div className="road" aria-hidden="true" />
          <h1 className="pt-4">{t(titleOf(status))}</h1>
          {isMissing && <p className="soft">{t('error.notFoundText')}</p>}
          {status === 500 && <p className="soft">{t('error.serverText')}</p>}
          <div className="row justify-center">
            <a className="btn btn-go btn-lg" href={pathIn(language, '/')}>
              {t('error.home')}
            </a>
            {isMissing && (
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

function titleOf(status: number) {
  if (status === 404) return 'error.unknown'
  if (status === 503) return 'error.unavailable'
  return status >= 500 ? 'error.server' : 'error.other'
}

/** The mark is every zero. */
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
