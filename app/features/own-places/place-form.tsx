import type { z } from 'zod'
import type { OwnPlace } from '#app/contract/company/places/places.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf, localeTag } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode, LANGUAGES, PLACE_KINDS, WHOLE_UNIT } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { FEE_FIELDS } from './place-fields.ts'

type Place = z.infer<typeof OwnPlace>

const DECIMALS = 2
const EXAMPLES = { latitude: '26.5262', longitude: '53.9801' }

/** The form for a place without its hours. The city of an existing place cannot be changed. */
export function PlaceForm({
  place,
  cities,
  currency,
  reply,
}: {
  place: Place | null
  cities: readonly { id: number; name: string }[]
  currency: CurrencyCode
  reply?: FormReply
}) {
  const t = useText('company')
  const { language } = useLanguage()
  const form = useReply('place', { reply, initial: useInitial(place, currency) })
  const names = new Intl.DisplayNames(localeTag(language), { type: 'language' })
  const unit = unitOf(currency, language)
  const others = LANGUAGES.filter((one) => one !== language)
  const labels: Record<string, string> = {
    city: t('place.city'),
    kind: t('place.kind'),
    ...Object.fromEntries(
      [language, ...others].flatMap((one) => {
        const words = { language: names.of(one) ?? one }
        return [
          [`name_${one}`, t('place.name', words)],
          [`address_${one}`, t('place.address', words)],
        ]
      }),
    ),
    phone: t('place.phone'),
    ...Object.fromEntries(FEE_FIELDS.map((name) => [name, t(`place.${name}`, { unit })])),
    latitude: t('place.latitude'),
    longitude: t('place.longitude'),
  }
  const field = (name: string) => ({ ...form.field(name), label: labels[name] ?? name })
  const texts = (one: (typeof LANGUAGES)[number]) => (
    <div key={one} className="fields">
      <TextField {...field(`name_${one}`)} dir={directionOf(one)} maxLength={80} />
      <TextField {...field(`address_${one}`)} dir={directionOf(one)} maxLength={200} />
    </div>
  )
  const areOthersOpen = others.some((one) => form.fieldErrors(`name_${one}`) || form.fieldErrors(`address_${one}`))
  const kinds = PLACE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))
  const choose = { value: '', label: t('place.choose') }
  return (
    <PostForm {...form.props} className="card stack">
      <ErrorSummary id="place-errors" entries={form.summary(labels)} />
      <div className="fields">
        {place ? (
          <p>
            <b>{labels.city}:</b> {place.city.name}
          </p>
        ) : (
          <SelectField
            {...field('city')}
            options={[choose, ...cities.map(({ id, name }) => ({ value: String(id), label: name }))]}
            required
          />
        )}
        <SelectField {...field('kind')} options={place ? kinds : [choose, ...kinds]} required />
      </div>
      {texts(language)}
      <details open={areOthersOpen || undefined}>
        <summary>{t('place.others')}</summary>
        <div className="stack stack-2">
          <p className="hint">{t('place.othersHint')}</p>
          {others.map(texts)}
        </div>
      </details>
      <div className="fields">
        <TextField {...field('phone')} inputMode="tel" dir="ltr" maxLength={25} optional />
        {FEE_FIELDS.map((name) => (
          <TextField key={name} {...field(name)} hint={t('place.feeHint')} inputMode="decimal" maxLength={30} />
        ))}
        {(['latitude', 'longitude'] as const).map((name) => (
          <TextField
            key={name}
            {...field(name)}
            hint={t('place.mapHint', { example: localDigits(EXAMPLES[name], language) })}
            dir="ltr"
            inputMode="decimal"
            maxLength={20}
            optional
          />
        ))}
      </div>
      <p className="sm soft">{t('kept')}</p>
      <div>
        <SubmitButton>{t('save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

function useInitial(place: Place | null, currency: CurrencyCode): Record<string, string | undefined> {
  const { language } = useLanguage()
  if (!place) return {}
  const degrees = (value: number | null) => (value === null ? undefined : localDigits(String(value), language))
  return {
    kind: place.kind,
    phone: place.phone ?? undefined,
    latitude: degrees(place.latitude),
    longitude: degrees(place.longitude),
    ...Object.fromEntries(
      FEE_FIELDS.map((name) => [name, formatNumber(place[name] / WHOLE_UNIT[currency], language, DECIMALS)]),
    ),
    ...Object.fromEntries(
      LANGUAGES.flatMap((one) => [
        [`name_${one}`, place.name[one]],
        [`address_${one}`, place.address[one]],
      ]),
    ),
  }
}
