import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** An unknown payment; a reservation can be found by its number and phone. */
export function UnknownPayment() {
  const t = useText('payment')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <title>{t('unknown.title')}</title>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('unknown.title')}</h1>
        </div>
        <div className="card stack">
          <p>{t('unknown.text')}</p>
          <div>
            <a className="btn btn-go" href={pathIn(language, '/voucher')}>
              {t('unknown.find')}
            </a>
          </div>
        </div>
      </div>
    </main>
  )
}
