import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** Says that no more issues will be sent, with a link to subscribe again. */
export function NewsletterEnded() {
  const t = useText('newsletter')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read page-head">
        <h1>{t('ended.title')}</h1>
        <p className="soft">{t('ended.text')}</p>
        <p>
          <a href={pathIn(language, '/newsletter')}>{t('ended.again')}</a>
        </p>
      </div>
    </main>
  )
}
