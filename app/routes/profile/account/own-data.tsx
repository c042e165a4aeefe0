import { Link } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'

/** What one can do with everything that is kept about oneself: take it along, or have it erased. */
export function OwnData() {
  const t = useText('info')
  const { language } = useLanguage()
  return (
    <Card id="own-data" title={t('own.title')} className="stack">
      <p className="sm soft">{t('own.text')}</p>
      <div className="row">
        <a className="btn btn-s" href={pathIn(language, '/profile/profile/data.json')} download>
          <Icon name="download" />
          {t('own.export')}
        </a>{' '}
        <Link className="btn btn-s bad" to="/profile/profile/delete">
          {t('own.delete')}
        </Link>
      </div>
    </Card>
  )
}
