import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf, localeTag } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LANGUAGES, NEEDS_CITY_NAMES } from '#app/rules/constants.ts'
import { KEPT_YEARS } from '#app/rules/identity/kept-customers.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { Route } from './+types/company'

export type Details = Route.ComponentProps['loaderData']['details']

/** The company's name, address, tax data and licence. */
export function DetailsForm({ details, reply }: { details: Details; reply?: FormReply | undefined }) {
  const t = useText('agency')
  const { language } = useLanguage()
  const names = new Intl.DisplayNames(localeTag(language), { type: 'language' })
  const digits = (number: string | null) => (number === null ? '' : localDigits(number, language))
  const form = useReply('details', {
    reply,
    initial: {
      ...Object.fromEntries(LANGUAGES.map((one) => [`name_${one}`, details.name[one]])),
      message_language: details.message_language ?? '',
      address: details.address ?? '',
      zip_code: digits(details.zip_code),
      legal_id: digits(details.legal_id),
      tax_number: digits(details.tax_number),
      licence: digits(details.licence),
      licence_until: details.licence_until ? formatDate(details.licence_until, language, 'numeric') : '',
      keep_customers_years: String(details.keep_customers_years),
    },
  })
  const labels: Record<string, string> = {
    ...Object.fromEntries(
      LANGUAGES.map((one) => [`name_${one}`, t('details.name', { language: names.of(one) ?? one })]),
    ),
    message_language: t('details.messages'),
    address: t('details.address'),
    zip_code: t('details.zip'),
    legal_id: t(details.tax_form === 'IR' ? 'details.nationalId' : 'details.registerId'),
    tax_number: t(`details.tax.${details.tax_form}`),
    licence: t('details.licence'),
    licence_until: t('details.licenceUntil'),
    keep_customers_years: t('details.kept'),
  }
  const field = (name: string) => ({ ...form.field(name), label: labels[name] ?? name })
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="details-title">
      <h2 id="details-title">{t('details.title')}</h2>
      <input type="hidden" name="part" value="details" />
      <ErrorSummary id="details-errors" entries={form.summary(labels)} />
      <fieldset className="stack stack-2">
        <legend>{t('details.names')}</legend>
        <div className="fields">
          {LANGUAGES.map((one) => (
            <TextField
              key={one}
              {...field(`name_${one}`)}
              lang={localeTag(one)}
              dir={directionOf(one)}
              maxLength={80}
              {...(NEEDS_CITY_NAMES[one] ? { required: true } : { optional: true })}
            />
          ))}
        </div>
        <p className="hint">{t('details.namesHint')}</p>
      </fieldset>
      <fieldset className="stack stack-2">
        <legend>{t('details.where')}</legend>
        <TextField {...field('address')} maxLength={200} optional />
        <div className="fields">
          <TextField {...field('zip_code')} dir="ltr" maxLength={20} optional />
          <SelectField
            {...field('message_language')}
            hint={t('details.messagesHint')}
            options={[
              { value: '', label: t('details.messagesCity', { city: details.city }) },
              ...LANGUAGES.map((one) => ({ value: one, label: names.of(one) ?? one })),
            ]}
          />
        </div>
        <p className="hint">
          {t('details.zone', { city: details.city })} <bdi dir="ltr">{details.zone}</bdi>
        </p>
      </fieldset>
      <fieldset className="stack stack-2">
        <legend>{t('details.taxes')}</legend>
        <div className="fields">
          <TextField {...field('legal_id')} dir="ltr" autoComplete="off" maxLength={30} optional />
          <TextField {...field('tax_number')} dir="ltr" autoComplete="off" maxLength={30} optional />
          <TextField {...field('licence')} dir="ltr" autoComplete="off" maxLength={40} optional />
          <TextField {...field('licence_until')} maxLength={20} optional />
        </div>
        <p className="hint">{t('details.licenceHint')}</p>
      </fieldset>
      <SelectField
        {...field('keep_customers_years')}
        hint={t('details.keptHint')}
        options={KEPT_YEARS.map((n) => ({ value: String(n), label: t('details.keptYears', { n }) }))}
      />
      <div>
        <SubmitButton className="btn btn-go btn-lg">{t('details.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}
