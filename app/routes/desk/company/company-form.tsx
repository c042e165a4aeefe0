import type { z } from 'zod'
import type { Agency } from '#app/contract/agency.ts'
import { directionOf, localeTag } from '#app/i18n/language.ts'
import { unitOf } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { WHOLE_UNIT } from '#app/rules/price.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { PLACE_FIELDS, PRICES } from './company-fields.ts'

type Company = z.infer<typeof Agency>

/** Everything that a company may change of itself. */
export function CompanyForm({ company, reply }: { company: Company; reply?: FormReply }) {
  const t = useText('agency')
  const { language } = useLanguage()
  const form = useReply('company', { reply, initial: initialOf(company) })
  const labels = useLabels(company)
  const field = (name: string) => ({ ...form.field(name), label: labels[name] ?? name })
  const unit = unitOf(company.currency, language)
  return (
    <PostForm {...form.props} className="stack">
      <ErrorSummary id="company-errors" entries={form.summary(labels)} />
      <div className="card stack">
        <TextField {...field('phone')} inputMode="tel" dir="ltr" />
        {LANGUAGES.map((one) => (
          <TextArea key={one} {...field(`about_${one}`)} lang={localeTag(one)} dir={directionOf(one)} rows={3} />
        ))}
      </div>
      <fieldset className="card stack">
        <legend>{t('company.prices', { unit })}</legend>
        <p className="hint">{t('company.pricesHint')}</p>
        <div className="grid2">
          {PRICES.map((name) => (
            <TextField key={name} {...field(name)} inputMode="numeric" />
          ))}
        </div>
      </fieldset>
      {company.places.map((place) => (
        <PlaceFields key={place.id} place={place} field={field} />
      ))}
      <div>
        <SubmitButton className="btn btn-go btn-lg">{t('company.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

function PlaceFields({
  place: { id, name, city },
  field,
}: {
  place: Company['places'][number]
  field: (name: string) => ReturnType<ReplyForm['field']> & { label: string }
}) {
  return (
    <fieldset className="card stack">
      <legend>
        {name} · {city}
      </legend>
      <div className="grid2">
        {PLACE_FIELDS.map((part) => (
          <TextField key={part} {...field(`place_${id}_${part}`)} dir={part.endsWith('_fee') ? undefined : 'ltr'} />
        ))}
      </div>
    </fieldset>
  )
}

function useLabels(company: Company): Record<string, string> {
  const t = useText('agency')
  const { language } = useLanguage()
  const unit = unitOf(company.currency, language)
  const names = new Intl.DisplayNames(localeTag(language), { type: 'language' })
  const labels = { placePhone: t('company.placePhone'), opens: t('company.opens_at'), closes: t('company.closes_at') }
  const places = company.places.flatMap(({ id }) => [
    [`place_${id}_phone`, labels.placePhone],
    [`place_${id}_opens_at`, labels.opens],
    [`place_${id}_closes_at`, labels.closes],
    [`place_${id}_receive_fee`, t('company.receive_fee', { unit })],
    [`place_${id}_return_fee`, t('company.return_fee', { unit })],
  ])
  return {
    phone: t('company.phone'),
    ...Object.fromEntries(
      LANGUAGES.map((one) => [`about_${one}`, t('company.about', { language: names.of(one) ?? one })]),
    ),
    ...Object.fromEntries(PRICES.map((name) => [name, t(`company.${name}`)])),
    ...Object.fromEntries(places),
  }
}

function initialOf(company: Company): Record<string, string | undefined> {
  const whole = (amount: number | null) => (amount === null ? undefined : String(amount / WHOLE_UNIT[company.currency]))
  const places = company.places.flatMap(({ id, ...place }) => [
    [`place_${id}_phone`, place.phone ?? undefined],
    [`place_${id}_opens_at`, place.opens_at.slice(0, 5)],
    [`place_${id}_closes_at`, place.closes_at.slice(0, 5)],
    [`place_${id}_receive_fee`, whole(place.receive_fee)],
    [`place_${id}_return_fee`, whole(place.return_fee)],
  ])
  return {
    phone: company.phone,
    ...Object.fromEntries(LANGUAGES.map((one) => [`about_${one}`, company.about[one]])),
    ...Object.fromEntries(PRICES.map((name) => [name, whole(company[name])])),
    ...Object.fromEntries(places),
  }
}
