import { formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FIRST_COMMISSION_PERCENT } from '#app/rules/text/partner-application.ts'
import { Card } from '#app/ui/card.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import '../../../styles/reading.css'
import type { Route } from './+types/about'

/** The same for everybody, and so kept for everybody: who is signed in is asked one page on. */
export const handle: PageHandle = { areas: ['partner'], noJs: true, query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const { config, language } = context.get(siteContext)
  const t = textFor(language, 'partner')
  return { meta: { title: t('title'), description: t('description', { brand: config.brand.name[language] }) } }
}

const HOW = ['how.apply', 'how.check', 'how.ready'] as const

/** For companies that are not here yet: what it is, what it costs, and the way in. */
export default function AboutPartners() {
  const t = useText('partner')
  const { language } = useLanguage()
  const percent = formatPercent(FIRST_COMMISSION_PERCENT, language)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head stack stack-2">
          <h1>{t('title')}</h1>
          <p className="soft">{t('lead')}</p>
          <p>
            <a className="btn btn-go btn-lg" href={pathIn(language, '/partner/apply')} rel="nofollow">
              {t('begin')}
            </a>
          </p>
        </div>
        <div className="stack">
          <Card id="how" title={t('how.title')} className="stack stack-2">
            <ol className="prose">
              {HOW.map((key) => (
                <li key={key}>{t(key)}</li>
              ))}
            </ol>
            <h3>{t('how.need')}</h3>
            <p>{t('how.needText')}</p>
          </Card>
          <Card id="cost" title={t('cost.title')} className="stack stack-2">
            <ul className="prose">
              <li>{t('cost.join')}</li>
              <li>{t('cost.commission', { percent })}</li>
              <li>{t('cost.bank')}</li>
            </ul>
          </Card>
          <Card id="desk" title={t('desk.title')} className="stack stack-2">
            <p>{t('desk.text')}</p>
            <p>{t('desk.staff')}</p>
            <p>
              <a className="btn" href={pathIn(language, '/desk')} rel="nofollow">
                {t('toDesk')}
              </a>
            </p>
          </Card>
        </div>
      </div>
    </main>
  )
}
