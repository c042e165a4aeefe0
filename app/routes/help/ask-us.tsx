import { formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SUPPORT_HOURS } from '#app/rules/constants.ts'

/** The ways to ask a person, for readers who did not find an answer. */
export function AskUs() {
  const t = useText('help')
  const { language } = useLanguage()
  const { opens, closes } = SUPPORT_HOURS
  return (
    <section className="card stack stack-2" aria-labelledby="ask">
      <h2 id="ask" className="text-base">
        {t('ask.title')}
      </h2>
      <p className="sm soft">
        {t('ask.text', { from: formatTime(opens, language), to: formatTime(closes, language) })}
      </p>
      <div className="row row-s">
        <a className="btn" href={pathIn(language, '/pages/contact')}>
          {t('ask.contact')}
        </a>{' '}
        <a className="btn btn-bare" href={pathIn(language, '/pages/complaints')}>
          {t('ask.complaint')}
        </a>
      </div>
    </section>
  )
}
