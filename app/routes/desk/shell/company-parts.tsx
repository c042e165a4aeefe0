import { Fragment } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

const PARTS = [
  { key: 'data', path: '/desk/company' },
  { key: 'places', path: '/desk/company/places' },
  { key: 'hours', path: '/desk/company/hours' },
  { key: 'extras', path: '/desk/company/extras' },
  { key: 'terms', path: '/desk/company/terms' },
  { key: 'contract', path: '/desk/company/contract' },
  { key: 'prices', path: '/desk/company/prices' },
] as const

/** Links to the pages on which a company is set up. */
export function CompanyParts({ current }: { current: (typeof PARTS)[number]['key'] }) {
  const t = useText('agency')
  const { language } = useLanguage()
  return (
    <nav className="row row-s parts" aria-label={t('parts.label')}>
      {PARTS.map(({ key, path }) => (
        <Fragment key={key}>
          <a className="btn btn-s" href={pathIn(language, path)} aria-current={key === current ? 'page' : undefined}>
            {t(`parts.${key}`)}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
