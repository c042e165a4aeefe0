import type { Guide } from '#app/features/city/questions.server.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'

/** The documents that a driver needs, and the distance to the airport. */
export function Documents({ guide, airports }: { guide: Guide; airports: readonly string[] }) {
  const t = useText('city')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { driver_age: age, licence_years: licence, guarantees } = guide
  const deposits = guarantees.map(({ trust_type, ads }) =>
    t('documents.of', { kind: vehicle(`trust.${trust_type}`), vehicles: t('list.vehicles', { n: ads }) }),
  )
  return (
    <Card id="documents" title={t('documents.title')} className="stack">
      <ul className="stack stack-2">
        <Line icon="file">{t('documents.id')}</Line>
        {licence && (
          <Line icon="card">{t('documents.licence', { years: t('documents.years', { n: licence.from }) })}</Line>
        )}
        {age && (
          <Line icon="user">
            {age.from === age.to
              ? t('documents.ageOne', { n: age.from })
              : t('documents.age', { n: age.from, to: age.to })}
          </Line>
        )}
        {deposits.length > 0 && (
          <Line icon="shield">{t('documents.deposit', { list: deposits.join(commaOf(language)) })}</Line>
        )}
      </ul>
      {airports.length > 0 && (
        <>
          <h3>{t('airport.title')}</h3>
          <ul className="stack stack-2">
            {airports.map((line) => (
              <Line key={line} icon="pin">
                {line}
              </Line>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Line({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="row row-s tight">
      <Icon name={icon} size="s" className="brand" />
      <span className="grow">{children}</span>
    </li>
  )
}
