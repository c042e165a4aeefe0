import { Link } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { Tag } from '#app/ui/tag.tsx'

/** The way to the second step of the sign-in, and whether there is one. */
export function FactorCard({ isOn }: { isOn: boolean }) {
  const t = useText('info')
  return (
    <Card id="factor" title={t('factor.title')} className="stack stack-2">
      <p className="soft">{t('factor.text')}</p>
      <p className="row">
        <Tag kind={isOn ? 'ok' : undefined}>{t(isOn ? 'factor.on' : 'factor.off')}</Tag>{' '}
        <Link className="btn btn-s" to="/profile/second-factor">
          {t(isOn ? 'factor.change' : 'factor.setUp')}
        </Link>
      </p>
    </Card>
  )
}
