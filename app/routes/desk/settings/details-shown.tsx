import { commaOf } from '#app/i18n/format/comma.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { Details } from './details-form.tsx'

/** What others read of the company, and what is missing. */
export function DetailsShown({ details, name }: { details: Details; name: string }) {
  const t = useText('agency')
  const { language } = useLanguage()
  const { legal_name, address, zip_code, legal_id, tax_number, licence, licence_shown } = details
  const missing = [
    ...(address ? [] : [t('details.address')]),
    ...(tax_number ? [] : [t(`details.tax.${details.tax_form}`)]),
    ...(licence ? [] : [t('details.licence')]),
  ]
  return (
    <Card id="shown" title={t('shown.title')} className="stack stack-2">
      <p>
        <b>{legal_name ?? name}</b>
      </p>
      {address && (
        <p className="sm">
          {[address, zip_code && localDigits(zip_code, language)].filter(Boolean).join(commaOf(language))}
        </p>
      )}
      {legal_id && <p className="sm">{t('shown.register', { number: numberIn(language, legal_id) })}</p>}
      {tax_number && <p className="sm">{t('shown.tax', { number: numberIn(language, tax_number) })}</p>}
      {licence && licence_shown && <p className="sm">{t('shown.licence', { number: numberIn(language, licence) })}</p>}
      {licence && !licence_shown && <Note kind="warn">{t('shown.expired')}</Note>}
      {missing.length > 0 && <p className="sm soft">{t('shown.missing', { what: missing.join(commaOf(language)) })}</p>}
      <p className="sm soft">{t('shown.where')}</p>
      {legal_name && <p className="sm soft">{t('shown.legalName')}</p>}
    </Card>
  )
}

const OTHERS = [
  { key: 'places', path: '/desk/company/places' },
  { key: 'terms', path: '/desk/company/terms' },
  { key: 'extras', path: '/desk/company/extras' },
  { key: 'contract', path: '/desk/company/contract' },
  { key: 'tiers', path: '/desk/company/tiers' },
  { key: 'bank', path: '/desk/statement' },
  { key: 'staff', path: '/desk/staff' },
] as const

/** What belongs to the company and is set elsewhere. */
export function OtherSettings() {
  const t = useText('agency')
  const { language } = useLanguage()
  return (
    <Card id="others" title={t('others.title')}>
      <ul className="stack stack-1 bare">
        {OTHERS.map(({ key, path }) => (
          <li key={key}>
            <a href={pathIn(language, path)}>{t(`others.${key}`)}</a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
